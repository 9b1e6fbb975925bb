import { useLocation } from 'react-router';
import type { AdminPageProps } from '../pages.ts';
import { Approvals } from '../dashboard/approvals.tsx';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { SelectField, TextField } from '../ui/tables/filter-fields.tsx';
import { ViewTabs, viewIn } from '../ui/view-tabs.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { WaitingSettlements } from '../withdrawals/settlements.tsx';
import { ActionsList, actionInWords } from './actions-list.tsx';
import { WaitingProposals } from './proposals.tsx';

const texts = {
	views: 'Recent actions',
	actor: 'Done by (id, or system)',
	action: 'Action',
	all: 'All actions',
	uid: 'User id',
	settlements: 'Withdrawals that the vendor cannot tell about',
	proposals: 'All else that one person may not do alone',
	failed: 'The kinds of actions could not be read.',
};

const views = [
	{ name: 'done', label: 'Done' },
	{ name: 'approvals', label: 'Waiting for approval' },
] as const;

export default function ActionsPage({ heading, lead }: AdminPageProps) {
	const { search } = useLocation();
	const shown = viewIn(views, search);
	return (
		<>
			<AdminHeading lead={lead}>{heading}</AdminHeading>
			<ViewTabs label={texts.views} views={views} shown={shown} />
			{shown === 'done' && <Done />}
			{shown === 'approvals' && <Waiting />}
		</>
	);
}

function Waiting() {
	const { bar, fields, times, order } = useTimeList();
	const list = { times, order };
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<Approvals {...list} />
			<h2 className="mt-8 mb-3 font-bold">{texts.settlements}</h2>
			<WaitingSettlements {...list} />
			<h2 className="mt-8 mb-3 font-bold">{texts.proposals}</h2>
			<WaitingProposals {...list} />
		</>
	);
}

function Done() {
	const { filter, bar, times, order, fields } = useTimeList(['actor', 'action', 'uid']);
	const { data, error, retry } = useAdminQuery('adminGetActions', { limit: 1 }, texts);
	const kinds = (data?.actions ?? [filter.action ?? '']).filter(Boolean);
	return (
		<>
			<FilterBar {...bar}>
				<SelectField
					label={texts.action}
					name="action"
					defaultValue={filter.action ?? ''}
					className="w-56"
					options={[['', texts.all], ...kinds.map((kind) => [kind, actionInWords(kind)] as const)]}
				/>
				{fields}
				<TextField
					label={texts.actor}
					name="actor"
					maxLength={36}
					defaultValue={filter.actor}
					className="min-w-36 flex-1"
				/>
				<TextField label={texts.uid} name="uid" maxLength={36} defaultValue={filter.uid} className="min-w-36 flex-1" />
			</FilterBar>
			{/* What went wrong is said once, there. */}
			<ActionsList filter={{ ...filter, ...times }} order={order} onRetry={error ? retry : undefined} />
		</>
	);
}
