import type { CallInput, CallResult } from '../../contract/calls.ts';
import { asRobuxCents, robuxFromWire } from '../../contract/money.ts';
import { callError } from '../../contract/refusals.ts';
import { isWithinAllowance } from '../accounts/allowance.ts';
import { SecondPersonNeeded } from '../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { toPromoCode } from './list-promo-codes.ts';
import { closeCode, insertCode, lockCode } from './store.ts';

/** @throws CallError `already-exists` for a used code, even a closed one, which users may still know. */
export async function adminCreatePromoCode(
	deps: ActionDeps,
	{ code, amount, usesMax, perUser, startsAt, endsAt, reason }: CallInput<'adminCreatePromoCode'>,
	admin: AdminContext,
): Promise<CallResult<'adminCreatePromoCode'>> {
	const cents = robuxFromWire(amount);
	if (cents === undefined) throw callError('invalid-argument', 'bad-request');
	const { approval } = admin;
	const action = { action: 'create-promo-code', reason, details: { code } };
	return withAudit<CallResult<'adminCreatePromoCode'>>(deps, admin, action, async (tx, atMs) => {
		const starts = new Date(startsAt ?? atMs);
		if (endsAt && endsAt <= starts.getTime()) throw callError('invalid-argument', 'promo-over-before-start');
		const row = await insertCode(tx, {
			code,
			amount: cents,
			usesMax,
			perUser,
			startsAt: starts,
			endsAt: endsAt ? new Date(endsAt) : null,
			createdAt: new Date(atMs),
			createdBy: approval?.proposedBy ?? admin.actor.uid,
			proposal: approval?.proposal,
		});
		if (!row) throw callError('already-exists', 'promo-code-taken');
		// Checked after the insert, so that the sum includes the maximum cost of this code.
		const isAllowed = approval || (await isWithinAllowance(tx, { by: admin.actor.uid, amount: 0, atMs }));
		if (!isAllowed) throw new SecondPersonNeeded({ amount: asRobuxCents(cents * usesMax) });
		const result = toPromoCode(row, atMs);
		return { result, change: { before: {}, after: { amount, usesMax, perUser, endsAt: endsAt ?? null } } };
	});
}

export async function adminClosePromoCode(
	deps: ActionDeps,
	{ code, reason }: { code: string; reason: string },
	admin: AdminContext,
): Promise<CallResult<'adminClosePromoCode'>> {
	const action = { action: 'close-promo-code', reason, details: { code } };
	return withAudit<CallResult<'adminClosePromoCode'>>(deps, admin, action, async (tx, atMs) => {
		const row = await lockCode(tx, code);
		if (!row) throw callError('not-found', 'unknown-code');
		if (row.closedAt !== null) return { result: { ...toPromoCode(row, atMs), changed: false }, change: undefined };
		await closeCode(tx, code, atMs);
		const closed = { ...row, closedAt: new Date(atMs) };
		const before = { state: toPromoCode(row, atMs).state, uses: row.uses };
		return {
			result: { ...toPromoCode(closed, atMs), changed: true },
			change: { before, after: { state: 'closed', uses: row.uses } },
		};
	});
}
