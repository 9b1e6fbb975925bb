import { Suspense } from 'react';
import { part } from '../../lib/optional.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { SelectField, TextField } from '../ui/forms.tsx';
import { FilterBar } from '../ui/tables/data-table.tsx';
import { useTimeList } from '../ui/tables/date-range.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';
import { actionInWords } from './action-words.ts';
import { ActionsList } from './actions-list.tsx';

const WaitingProposals = part(() => import('./proposals.tsx'), 'WaitingProposals');

const texts = { failed: "Couldn't load the action types." };

const views = [
	{ name: 'done', label: 'History' },
	{ name: 'approvals', label: 'Needs approval' },
] as const;

export default function ActionsPage() {
	const shown = useView(views);
	return (
		<>
			<ViewTabs label="Recent actions" views={views} shown={shown} />
			{shown === 'done' && <Done />}
			<Suspense fallback={<Skeleton className="h-64 w-full rounded-card" />}>
				{shown === 'approvals' && <WaitingProposals />}
			</Suspense>
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
					label="Action"
					name="action"
					defaultValue={filter.action ?? ''}
					className="w-56"
					options={[['', 'All actions'], ...kinds.map((kind) => [kind, actionInWords(kind)] as const)]}
				/>
				{fields}
				<TextField
					label="By (user ID or “system”)"
					name="actor"
					maxLength={36}
					defaultValue={filter.actor}
					className="min-w-36 flex-1"
				/>
				<TextField label="User ID" name="uid" maxLength={36} defaultValue={filter.uid} className="min-w-36 flex-1" />
			</FilterBar>
			<ActionsList filter={{ ...filter, ...times }} order={order} onRetry={error ? retry : undefined} />
		</>
	);
}
