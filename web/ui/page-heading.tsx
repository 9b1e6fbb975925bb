/** The heading of a page, with one sentence below it. */
export function PageHeading({ children, lead }: { children: string; lead: string }) {
	return (
		<div className="mb-6 sm:mb-8">
			<h1 className="text-3xl font-extrabold tracking-tight sm:text-4xl">{children}</h1>
			<p className="mt-2 max-w-prose text-soft">{lead}</p>
		</div>
	);
}
