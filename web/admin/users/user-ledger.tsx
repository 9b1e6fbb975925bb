import type { LedgerLine } from '../../../contract/admin/user.ts';
import { type DataColumn, DatedTable } from '../ui/tables/data-table.tsx';
import { ExactTime, formatAmount, WithdrawalLink } from '../ui/values.tsx';
import { accountInWords, kindInWords } from './ledger-words.ts';

const columns: DataColumn<LedgerLine>[] = [
	{ title: 'Time', cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: 'Type', cell: kindInWords },
	{ title: 'From → to', cell: ({ from, to, wall }) => `${accountInWords(from, wall)} → ${accountInWords(to, wall)}` },
	{ title: 'Details', cell: (line) => <About line={line} /> },
	{ title: 'Change', isNumber: true, cell: (line) => <Change line={line} /> },
	{ title: 'Balance after', isNumber: true, cell: ({ balance_after }) => formatAmount(balance_after) },
];

export function UserLedger({ uid }: { uid: string }) {
	return (
		<DatedTable
			call="adminGetUserLedger"
			filter={{ uid, limit: 50 }}
			columns={columns}
			texts={{ caption: 'Ledger', empty: 'No ledger entries yet.', failed: "Couldn't load the ledger." }}
		/>
	);
}

/** Amounts in brackets are transfers between other accounts, which do not change the balance. */
function Change({ line: { change, amount } }: { line: LedgerLine }) {
	if (change === 0) return <span className="text-soft">({formatAmount(amount)})</span>;
	return (
		<span className={change < 0 ? 'text-danger' : 'text-accent'}>
			{change > 0 && '+'}
			{formatAmount(change)}
		</span>
	);
}

type AboutProps = { line: Pick<LedgerLine, 'offer_name' | 'reason' | 'transaction_id' | 'order_id'> };

export function About({ line: { offer_name, reason, transaction_id, order_id } }: AboutProps) {
	return (
		<>
			{[offer_name, reason].filter(Boolean).join(': ')}
			{transaction_id && <span className="block text-xs text-soft">Transaction {transaction_id}</span>}
			{order_id && <WithdrawalLink orderId={order_id} />}
		</>
	);
}
