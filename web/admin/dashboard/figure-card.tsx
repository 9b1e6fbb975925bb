import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import type { MetricState } from './use-figure.ts';

const LOAD = 'Load a figure with its refresh button.';

type MetricCardProps = {
	title: string;
	figures: readonly { label: string; figure: MetricState; to: string }[];
	format: (value: number) => string;
	placeholder?: string;
	caption?: string;
};

export function MetricCard({ title, figures, format, placeholder, caption }: MetricCardProps) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="rounded-card border border-line bg-card p-5 raised">
			<h2 id={id} className="font-bold tracking-tight">
				{title}
			</h2>
			<p className="mt-1 text-sm text-soft">{[caption, LOAD].filter(Boolean).join(' ')}</p>
			<dl className="mt-3 divide-y divide-line">
				{figures.map(({ label, to, figure: { value, isLoading, refresh } }) => (
					<div key={label} className="flex min-h-14 items-center gap-3 py-1">
						<dt className="w-24 shrink-0 text-sm text-soft">{label}</dt>
						<dd className="flex min-w-0 flex-1 items-center justify-between gap-2">
							{/* Always rendered, because some screen readers ignore inserted live regions. */}
							<span aria-live="polite" className="min-w-0">
								{value === undefined ? (
									<span className="text-soft">
										{placeholder && (
											<>
												<span className="font-semibold text-ink">{placeholder}</span>{' '}
											</>
										)}
										<span>Click refresh</span>
									</span>
								) : (
									<span className="text-xl font-extrabold tracking-tight figures">
										<FigureLink to={to}>{format(value)}</FigureLink>
									</span>
								)}
							</span>
							<button
								type="button"
								aria-label={`Refresh ${title}: ${label}`}
								aria-busy={isLoading}
								onClick={refresh}
								className="grid size-11 shrink-0 place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink"
							>
								<Icon className={`size-5 ${isLoading ? 'motion-safe:animate-spin' : ''}`}>
									<path d="M20 11.500A8 8 0 0 0 5.500 7.500L4 9.500M4 5v4.500h4.500M4 12.500a8 8 0 0 0 14.500 4l1.500-2M20 19v-4.500h-4.500" />
								</Icon>
							</button>
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
