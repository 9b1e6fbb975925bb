import { Approvals } from '../dashboard/approvals.tsx';
import { useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { WaitingSettlements } from '../withdrawals/settlements.tsx';
import { WaitingProposals } from './proposals.tsx';

const texts = {
	settlements: 'Unresolved withdrawals',
	proposals: 'Other approvals',
};

export function ApprovalsView() {
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
