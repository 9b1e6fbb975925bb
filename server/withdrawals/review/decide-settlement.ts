import { timeListOf } from '../../../contract/admin/fields.ts';
import type { CallInput } from '../../../contract/calls.ts';
import { callError } from '../../../contract/refusals.ts';
import {
	type AdminSettlement,
	type WaitingSettlement,
	waitingSettlement,
} from '../../../contract/withdrawals/payout-reviews.ts';
import type { Proposals } from '../../accounts/second-person.ts';
import type { AdminContext } from '../../accounts/with-audit.ts';
import type { Database } from '../../lib/db/database.ts';
import { requireWithdrawal } from './review-withdrawal.ts';
import { settlementToWire } from './settle-withdrawal.ts';
import { selectSettlement } from './store-settlements.ts';

const LISTED_MAX = 500;

export type SettlementDeps = { db: Database; proposals: Proposals<AdminContext> };

export async function adminDecideSettlement(
	{ db, proposals }: SettlementDeps,
	{ orderId, id, approve, reason }: CallInput<'adminDecideSettlement'>,
	admin: AdminContext,
): Promise<AdminSettlement> {
	await requireWithdrawal({ db }, orderId);
	const find = async () => {
		const row = await selectSettlement(db, id);
		if (row?.order_id !== orderId) throw callError('not-found', 'no-such-settlement');
		return row;
	};
	await find();
	await proposals.decide({ id, decision: approve ? 'approve' : 'refuse', reason }, admin);
	return settlementToWire(await find(), admin.actor.uid);
}

export async function adminGetSettlements(
	{ proposals }: Pick<SettlementDeps, 'proposals'>,
	_: undefined,
	admin: AdminContext,
): Promise<WaitingSettlement[]> {
	const page = { ...timeListOf(null), order: 'oldest', limit: LISTED_MAX } as const;
	const { items } = await proposals.list({ ...page, kind: 'settlement', state: 'waiting' }, admin);
	return items.map((item) => waitingSettlement.parse({ ...item, ...item.input }));
}
