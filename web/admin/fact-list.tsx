import { type ReactNode, useId } from 'react';

export type Fact = { label: string; value: ReactNode; key?: string };

/** A card of labelled facts. */
export function FactCard({ title, facts, children }: { title: string; facts: readonly Fact[]; children?: ReactNode }) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="rounded-card border border-line bg-card p-5 raised">
			<h2 id={id} className="mb-3 font-bold">
				{title}
			</h2>
			<dl className="grid gap-2 text-sm">
				{facts.map(({ label, value, key = label }) => (
					<div key={key} className="flex items-baseline justify-between gap-4">
						<dt className="max-w-1/2 shrink-0 text-soft">{label}</dt>
						<dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
					</div>
				))}
			</dl>
			{children}
		</section>
	);
}
