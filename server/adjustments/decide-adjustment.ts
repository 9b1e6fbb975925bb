import { type Adjustment, waitingAdjustment } from '../../contract/accounts/adjustments.ts';
import type { CallInput, CallResult } from '../../contract/calls.ts';
import { robuxToWire } from '../../contract/money.ts';
import { callError } from '../../contract/refusals.ts';
import { selectApprovalSettings } from '../accounts/allowance.ts';
import type { Proposals } from '../accounts/second-person.ts';
import { type AdminContext, noSuchUser, requireOther } from '../accounts/with-audit.ts';
import { findWallet } from '../ledger/wallet.ts';
import type { Database } from '../lib/db/database.ts';
import { toWire } from './adjustment.ts';
import { selectAdjustment } from './store.ts';

export type DecideDeps = { db: Database; proposals: Proposals<AdminContext> };

export async function adminDecideAdjustment(
	{ db, proposals }: DecideDeps,
	{ uid, id, approve, reason = null }: CallInput<'adminDecideAdjustment'>,
	admin: AdminContext,
): Promise<Adjustment> {
	requireOther(admin, uid);
	if (!(await findWallet(db, uid))) throw noSuchUser();
	const find = async () => {
		const row = await selectAdjustment(db, id);
		if (row?.uid !== uid) throw callError('not-found', 'no-such-adjustment');
		return row;
	};
	await find();
	await proposals.decide({ id, decision: approve ? 'approve' : 'refuse', reason }, admin);
	return toWire(await find(), admin.actor.uid);
}

export async function adminGetAdjustments(
	{ db, proposals }: DecideDeps,
	page: CallInput<'adminGetAdjustments'>,
	admin: AdminContext,
): Promise<CallResult<'adminGetAdjustments'>> {
	const { items, ...rest } = await proposals.list({ ...page, kind: 'adjustment', state: 'waiting' }, admin);
	const { approvalAbove } = await selectApprovalSettings(db);
	return {
		...rest,
		items: items.map((item) => waitingAdjustment.parse(item)),
		approvalAbove: robuxToWire(approvalAbove),
	};
}
