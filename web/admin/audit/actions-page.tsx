import { Suspense } from 'react';
import { part } from '../../lib/optional.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { PickField, SearchField } from '../ui/forms.tsx';
import { FilterBar } from '../ui/tables/data-table.tsx';
import { useTimeList } from '../ui/tables/date-range.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';
import { actionInWords } from './action-words.ts';
import { ActionsList } from './actions-list.tsx';

const WaitingProposals = part(() => import('./proposals.tsx'), 'WaitingProposals');

const texts = { failed: "Couldn't load the action types." };

const views = { done: 'History', approvals: 'Needs approval' };

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
	const kinds = data?.actions ?? (filter.action ? [filter.action] : []);
	const choices = kinds.map((kind) => [kind, actionInWords(kind)] as const);
	return (
		<>
			<FilterBar {...bar}>
				<PickField label="Action" name="action" value={filter.action} all="All actions" choices={choices} />
				{fields}
				<SearchField label="By (user ID or “system”)" name="actor" value={filter.actor} />
				<SearchField label="User ID" name="uid" value={filter.uid} />
			</FilterBar>
			<ActionsList filter={{ ...filter, ...times }} order={order} onRetry={error ? retry : undefined} />
		</>
	);
}
