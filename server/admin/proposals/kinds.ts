import type { Proposal } from '../../../contract/admin/proposals.ts';
import type { CallName } from '../../../contract/calls.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { RecordedChange } from '../../accounts/second-person.ts';
import { adjustmentChange } from '../../adjustments/adjustment.ts';
import type { Tx } from '../../lib/db/database.ts';
import { noteRefusedSettlement, settlementChange } from '../../withdrawals/review/settle-withdrawal.ts';
import type { ProposalRow } from './store-proposals.ts';

export type EndedRow = Pick<
	ProposalRow,
	'id' | 'kind' | 'call' | 'uid' | 'amount' | 'orderId' | 'orderState' | 'outcome' | 'proof'
>;

type Kind = {
	noun: 'proposal' | 'adjustment' | 'settlement';
	approved: 'done' | 'booked' | 'settled';
	callOf: (row: ProposalRow) => CallName;
	shownInput: (row: ProposalRow) => Record<string, unknown>;
	changeOf: (row: EndedRow, state: string) => RecordedChange;
	onRefusal?: (tx: Tx, row: ProposalRow, refused: { by: string; at: Date }) => Promise<void>;
};

export const kinds: Record<Proposal['kind'], Kind> = {
	call: {
		noun: 'proposal',
		approved: 'done',
		callOf: ({ call }) => call as CallName,
		shownInput({ input }) {
			const { sealed: _, holds: __, ...shown } = input ?? {};
			return shown;
		},
		changeOf: ({ id, call }, state) => ({
			...{ call, proposal: id, before: { state: 'waiting' }, after: { state } },
			keeps: ['call', 'proposal', 'state'],
		}),
	},
	adjustment: {
		noun: 'adjustment',
		approved: 'booked',
		callOf: () => 'adminAdjustBalance',
		shownInput: ({ uid, amount }) => ({ uid, amount: amount && robuxToWire(amount) }),
		changeOf: ({ id, amount }, state) => adjustmentChange({ id, amount }, { before: 'waiting', after: state }),
	},
	settlement: {
		noun: 'settlement',
		approved: 'settled',
		callOf: () => 'adminProposeSettlement',
		shownInput: ({ orderId, outcome, proof }) => ({ orderId, outcome, proof }),
		changeOf: (row, settlement) => settlementChange(row, { settlement, withdrawal: row.orderState }),
		onRefusal: (tx, { orderId }, refused) => noteRefusedSettlement(tx, orderId ?? '', refused),
	},
};

export function proposedInput(row: ProposalRow): object {
	if (row.kind === 'call') return row.input ?? {};
	return { ...kinds[row.kind].shownInput(row), reason: row.reason, requestId: row.id };
}
