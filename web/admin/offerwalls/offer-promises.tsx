import type { OfferPromise } from '../../../contract/offerwalls/offers.ts';
import { Badge } from '../../ui/basics.tsx';
import { ActionButton } from '../ui/forms.tsx';
import { DataTable } from '../ui/tables/data-table.tsx';
import { ExactTime } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const reasons = { claims: 'Too many claims', reversals: 'Too many reversals', staff: 'Hidden by staff' };
const switches = {
	hide: {
		label: 'Hide',
		tone: 'danger',
		consequence: 'The offer can no longer be started. People who started it keep it in My offers and can still claim.',
		done: 'Offer hidden.',
	},
	keep: {
		label: 'Keep hidden',
		consequence: 'The offer stays hidden, and leaves the dashboard.',
		done: 'Offer kept hidden.',
	},
	show: {
		label: 'Show again',
		consequence: 'The offer stays visible for at least 30 days.',
		done: 'Offer shown again.',
	},
} as const;

/** With `hiddenOf`, the wall's name, it lists only hidden offers. */
export function OfferPromises({ wall, hiddenOf }: { wall: string; hiddenOf?: string }) {
	const title = hiddenOf ? `Hidden offers: ${hiddenOf}` : 'Offer quality';
	const failed = "Couldn't load the offers.";
	const { data, error, retry } = useAdminQuery('adminGetOfferPromises', { id: wall }, { failed });
	const rows = hiddenOf ? data?.filter(({ hidden }) => hidden) : data;
	if (hiddenOf && rows?.length === 0) return <p className="mb-3 text-soft">{`${hiddenOf}: no hidden offers.`}</p>;
	return (
		<section aria-label={title} className="my-6">
			<h2 className="text-lg font-bold">{title}</h2>
			<p className="mb-3 text-sm text-soft">
				People who clicked in the last 30 days, without flagged accounts. Offers beyond the limits in Settings are
				hidden.
			</p>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			<DataTable
				columns={[
					{ title: 'Offer', cell: (offer) => <Name offer={offer} /> },
					{ title: 'Clicked', isNumber: true, cell: ({ people }) => people },
					{ title: 'Completed', isNumber: true, cell: ({ completed }) => completed },
					{ title: 'Credited', isNumber: true, cell: ({ credited }) => credited },
					{ title: 'Median', isNumber: true, cell: ({ minutes }) => (minutes === null ? '–' : `${minutes} min`) },
					{ title: 'Claimed', isNumber: true, cell: ({ claimed, settled }) => `${claimed} (${settled} settled)` },
					{ title: 'Reversed', isNumber: true, cell: ({ reversed }) => reversed },
					{
						title: 'Actions',
						cell: ({ offer_id, title, hidden }) => (
							<div className="flex flex-wrap gap-2 max-md:justify-end">
								{waysFor(hidden).map((way) => (
									<ActionButton
										key={way}
										{...switches[way]}
										needs="change-offerwalls"
										title={`${switches[way].label}: ${title}`}
										run={({ call, reason }) =>
											call('adminSetOfferShown', { id: wall, offer_id, shown: way === 'show', reason })
										}
									/>
								))}
							</div>
						),
					},
				]}
				rows={rows}
				texts={{ caption: title, empty: 'No clicks in 30 days.' }}
			/>
		</section>
	);
}

function waysFor(hidden: OfferPromise['hidden']): readonly (keyof typeof switches)[] {
	if (!hidden) return ['hide'];
	return hidden.reason === 'staff' ? ['show'] : ['show', 'keep'];
}

function Name({ offer: { title, hidden } }: { offer: OfferPromise }) {
	const { completed, claimed, credited, reversed } = hidden?.evidence ?? {};
	return (
		<span className="grid justify-items-start gap-1 max-md:justify-items-end">
			<bdi>{title}</bdi>
			{hidden && (
				<>
					<Badge tone="bad">{reasons[hidden.reason]}</Badge>
					<span className="text-xs text-soft">
						<ExactTime timeMs={hidden.hidden_at} />
						{completed !== undefined &&
							`: completed ${completed}, claimed ${claimed}, credited ${credited}, reversed ${reversed}`}
					</span>
				</>
			)}
		</span>
	);
}
