import { Link, useLocation } from 'react-router';

type View<Name extends string> = { name: Name; label: string };

type ViewTabsProps<Name extends string> = { label: string; views: readonly View<Name>[]; shown: Name };

export function ViewTabs<Name extends string>({ label, views, shown }: ViewTabsProps<Name>) {
	return (
		<nav aria-label={label} className="mb-4 flex flex-wrap gap-1 border-b border-line">
			{views.map((view) => (
				<Link
					key={view.name}
					to={`?show=${view.name}`}
					replace
					preventScrollReset
					aria-current={view.name === shown ? 'page' : undefined}
					className={`-mb-px inline-flex min-h-11 items-center border-b-2 px-3 font-semibold ${view.name === shown ? 'border-accent text-accent' : 'border-transparent text-soft hover:text-ink'}`}
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
