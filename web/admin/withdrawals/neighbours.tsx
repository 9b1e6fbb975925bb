import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { useCallQuery } from '../../lib/calls/use-call-query.ts';
import { TextLink } from '../../ui/text-link.tsx';

const LOOKED_AT = 100;

export function Neighbours({ order: { order_id, state } }: { order: Pick<AdminWithdrawalRow, 'order_id' | 'state'> }) {
	const queryKey = ['admin', 'neighbours', state];
	const { data } = useCallQuery('adminGetWithdrawals', { state, limit: LOOKED_AT }, { queryKey });
	const ids = data?.items.map((one) => one.order_id) ?? [];
	const at = ids.indexOf(order_id);
	if (at < 0 || ids.length < 2) return null;
	return (
		<nav aria-label="Queue" className="flex gap-4 text-sm">
			{[
				['‹ Previous', ids[at - 1]],
				['Next ›', ids[at + 1]],
			].map(
				([label, id]) =>
					id && (
						<TextLink key={label} to={`/admin/withdrawals/${encodeURIComponent(id)}`}>
							{label}
						</TextLink>
					),
			)}
		</nav>
	);
}
