import type { CallInput } from '../../../contract/calls.ts';
import { callError } from '../../../contract/refusals.ts';
import { requireSecond, SecondPersonNeeded } from '../../accounts/second-person.ts';
import type { StaffCall } from '../../accounts/with-audit.ts';
import { type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';

import { amountAboveLimit, buyerOf, changePayout, requireOwn, requireTwoForStaff } from '../review/manual-payout.ts';
import * as store from '../review/store-manual.ts';
import { selectPayoutSettings } from '../safety/store-safety.ts';
import { addCodes, type CodeDeps, newCode } from './codes.ts';
import { giveCode, isFree, isStopped } from './store-codes.ts';

/** Amounts above the approval limit, orders of banned or paused users and those while payouts are off stay on the list. */
export async function payFromStock({ db, clock }: DbDeps, orderId: string): Promise<void> {
	await inTransaction(db, async (tx) => {
		const payout = await store.lockManualPayout(tx, orderId);
		if (payout?.state !== 'waiting' || (await amountAboveLimit(tx, payout))) return;
		if (!(await selectPayoutSettings(tx)).isOn) return;
		const to = await store.selectWithdrawal(tx, orderId);
		if (to && (await isStopped(tx, to.uid))) return;
		const codeId = await giveTo(tx, payout);
		if (codeId === undefined) return;
		const paid = { state: 'paid', takenBy: null, purchaseReference: codeId } as const;
		await store.updateManualPayout(tx, orderId, paid, new Date(clock.now()));
	});
}

export const adminPayWithCode: StaffCall<'adminPayWithCode', CodeDeps> = async (deps, { orderId, code }, admin) => {
	const found = await store.selectManualPayout(deps.db, orderId);
	if (!found) throw callError('not-found', 'no-such-payout');
	if (found.method !== 'gift-card') throw callError('failed-precondition', 'pays-with-pass');
	requireOwn(found, admin);
	const entered = code === undefined ? undefined : newCode(deps, code, found.price);
	if (entered) {
		const free = await isFree(deps.db, entered);
		if (free === undefined) await addCodes(deps, [entered], admin);
		else if (!free) throw callError('already-exists', 'code-used');
	}
	try {
		await requireTwoForStaff(deps, admin, orderId);
		return await changePayout(deps, admin, { orderId, action: 'mark-paid' }, async (tx, payout) => {
			requireOwn(payout, admin);
			const amount = await amountAboveLimit(tx, payout);
			if (amount) requireSecond(admin, { amount });
			const codeId = await giveTo(tx, payout, entered?.digest);
			if (codeId === undefined) throw callError('failed-precondition', 'no-free-code');
			return { state: 'paid', takenBy: buyerOf(admin), purchaseReference: codeId };
		});
	} catch (error) {
		// A proposal is shown to staff, so it must not hold the code. The code is in the stock.
		if (!(error instanceof SecondPersonNeeded)) throw error;
		const input: Omit<CallInput<'adminPayWithCode'>, 'code'> = { orderId };
		throw new SecondPersonNeeded({ ...error.about, input });
	}
};

async function giveTo(
	tx: Tx,
	{ order_id, price }: store.ManualPayoutRow,
	preferred?: Buffer,
): Promise<string | undefined> {
	const to = await store.selectWithdrawal(tx, order_id);
	return to && giveCode(tx, { cents: price, preferred: preferred ?? null, to });
}
