import type { ReactNode } from 'react';

export type Fact = { label: string; value: ReactNode; key?: string };

type FactCardProps = { title: string; badge?: ReactNode; facts: readonly Fact[]; children?: ReactNode };

export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-');

export function FactCard({ title, badge, facts, children }: FactCardProps) {
	const id = anchorOf(title);
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
						<div key={key} className="flex items-baseline justify-between gap-4">
							<dt className="max-w-2/3 shrink-0 text-soft">{label}</dt>
							<dd className="min-w-0 text-end [overflow-wrap:anywhere]">{value}</dd>
						</div>
					))}
				</dl>
			)}
			{children}
		</section>
	);
}
