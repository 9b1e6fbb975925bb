import type { FraudCase } from '../../../contract/accounts/fraud.ts';
import { Badge } from '../../ui/badge.tsx';
import { PagedTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { useDateRange } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { useAdminPages } from '../use-admin-pages.ts';
import { fraudBulk } from './fraud-actions.ts';
import { FraudNotes } from './fraud-notes.tsx';
import { FraudPrecision } from './fraud-precision.tsx';
import { signalInWords } from './fraud-words.ts';

const empty = { open: 'No open cases.', watching: "You're not watching any cases.", closed: 'No closed cases.' };

const views = [
	{ name: 'open', label: 'Open' },
	{ name: 'watching', label: 'Watching' },
	{ name: 'closed', label: 'Closed' },
] as const;

export default function FraudPage() {
	const state = useView(views);
	return (
		<>
			<FraudPrecision />
			<ViewTabs label="Cases" views={views} shown={state} />
			<Cases key={state} state={state} />
		</>
	);
}

function Cases({ state }: { state: FraudCase['state'] }) {
	const { bar, fields, range } = useDateRange();
	const history = useAdminPages('adminGetFraudCases', { state, ...range });
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<PagedTable
				columns={caseColumns}
				history={history}
				keyOf={({ uid }) => uid}
				bulk={fraudBulk(state)}
				texts={{ caption: 'Cases', failed: "Couldn't load cases.", empty: empty[state] }}
			/>
		</>
	);
}

const caseColumns: DataColumn<FraudCase>[] = [
	{ title: 'User', cell: ({ uid, name }) => <UserLink user={{ uid, name }} /> },
	{ title: 'Score', isNumber: true, cell: ({ score }) => score },
	{
		title: 'Signals',
		cell: ({ signals }) => (
			<ul className="text-start">
				{signals.map((signal) => (
					<li key={signal.signal}>
						{signalInWords(signal)} <span className="text-soft">+{signal.points}</span>
					</li>
				))}
			</ul>
		),
	},
	{
		title: 'Account status',
		cell: ({ banned, paused }) =>
			(banned || paused) && (
				<>
					{banned && <Badge tone="bad">Banned</Badge>}
					{paused && <Badge tone="waiting">Paused</Badge>}
				</>
			),
	},
	{ title: 'Opened', cell: ({ opened_at }) => <TimeAgo timeMs={opened_at} /> },
	{ title: 'Notes', cell: ({ uid, notes }) => notes > 0 && <FraudNotes uid={uid} count={notes} /> },
];
