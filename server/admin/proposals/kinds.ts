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
	/** In audit actions and refusals. */
	noun: 'proposal' | 'adjustment' | 'settlement';
	/** The stored state once it is approved. */
	approved: 'done' | 'booked' | 'settled';
	callOf: (row: ProposalRow) => CallName;
	/** The call's input as admins see it. */
	shownInput: (row: ProposalRow) => Record<string, unknown>;
	/** Details of the audit entry when it ends without an approval. */
	changeOf: (row: EndedRow, state: string) => RecordedChange;
	/** Runs in the transaction of a refusal. */
	onRefusal?: (tx: Tx, row: ProposalRow, refused: { by: string; at: Date }) => Promise<void>;
};

export const kinds: Record<Proposal['kind'], Kind> = {
	call: {
		noun: 'proposal',
		approved: 'done',
		callOf: ({ call }) => call as CallName,
		shownInput({ input }) {
			const { sealed: _, ...shown } = input ?? {};
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

/** The input with which an approval makes the call. */
export function askedInput(row: ProposalRow): object {
	if (row.kind === 'call') return row.input ?? {};
	return { ...kinds[row.kind].shownInput(row), reason: row.reason, requestId: row.id };
}
