import { type ReactNode, useId } from 'react';

export type Fact = { label: string; value: ReactNode; key?: string };

/** `anchor` is the fragment that links to the card. */
type FactCardProps = {
	title: string;
	badge?: ReactNode;
	facts: readonly Fact[];
	anchor?: string;
	children?: ReactNode;
};

export function FactCard({ title, badge, facts, anchor, children }: FactCardProps) {
	const ownId = useId();
	const id = anchor ?? ownId;
	return (
		<section aria-labelledby={id} className="rounded-card border border-line bg-card p-5 raised">
			<div className="mb-3 flex items-center justify-between gap-3">
				<h2 id={id} className="scroll-mt-24 font-bold">
					{title}
				</h2>
				{badge}
			</div>
			{facts.length > 0 && (
				<dl className="grid gap-2 text-sm">
					{facts.map(({ label, value, key = label }) => (
						<div key={key} className="flex items-baseline justify-between gap-x-4 max-sm:flex-wrap">
							<dt className="max-w-2/3 shrink-0 text-soft">{label}</dt>
							<dd className="ms-auto min-w-0 text-end [overflow-wrap:anywhere] empty:before:content-['–']">{value}</dd>
						</div>
					))}
				</dl>
			)}
			{children}
		</section>
	);
}
