import { Link, useLocation } from 'react-router';

type View<Name extends string> = { name: Name; label: string };

type ViewTabsProps<Name extends string> = { label: string; views: readonly View<Name>[]; shown: Name };

export function ViewTabs<Name extends string>({ label, views, shown }: ViewTabsProps<Name>) {
	return (
		<nav
			aria-label={label}
			className="-mx-4 mb-4 flex gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0"
		>
			{views.map((view) => (
				<Link
					key={view.name}
					to={`?show=${view.name}`}
					replace
					preventScrollReset
					aria-current={view.name === shown ? 'page' : undefined}
					className={`inline-flex min-h-11 shrink-0 items-center sm:-mb-px border-b-2 px-3 font-semibold ${view.name === shown ? 'border-accent text-accent' : 'border-transparent text-soft hover:text-ink'}`}
				>
					{view.label}
				</Link>
			))}
		</nav>
	);
}

export function useView<Name extends string>(views: readonly View<Name>[]): Name {
	const wanted = new URLSearchParams(useLocation().search).get('show');
	return (views.find(({ name }) => name === wanted) ?? (views[0] as View<Name>)).name;
}
