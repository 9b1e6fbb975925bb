import { Link, useLocation } from 'react-router';

type Views<Name extends string> = Readonly<Record<Name, string>>;

type ViewTabsProps<Name extends string> = { label: string; views: Views<Name>; shown: Name };

/** Phones show only a part of the tabs. */
const center = (tab: HTMLElement | null) => tab?.scrollIntoView({ inline: 'center', block: 'nearest' });

export function ViewTabs<Name extends string>({ label, views, shown }: ViewTabsProps<Name>) {
	return (
		<nav
			aria-label={label}
			className="-mx-4 mb-4 flex gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0"
		>
			{Object.entries<string>(views).map(([name, title]) => (
				<Link
					key={name}
					ref={name === shown ? center : undefined}
					to={`?show=${name}`}
					replace
					preventScrollReset
					aria-current={name === shown ? 'page' : undefined}
					className={`inline-flex min-h-11 shrink-0 items-center sm:-mb-px border-b-2 px-3 font-semibold ${name === shown ? 'border-accent text-accent' : 'border-transparent text-soft hover:text-ink'}`}
				>
					{title}
				</Link>
			))}
		</nav>
	);
}

/** The first view is shown if the address names none. */
export function useView<Name extends string>(views: Views<Name>): Name {
	const wanted = new URLSearchParams(useLocation().search).get('show');
	const names = Object.keys(views) as [Name, ...Name[]];
	return names.find((name) => name === wanted) ?? names[0];
}
