import { useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { WaitingProposals } from './proposals.tsx';

export function ApprovalsView() {
	const { bar, fields, times, order } = useTimeList();
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<WaitingProposals times={times} order={order} />
		</>
	);
}
