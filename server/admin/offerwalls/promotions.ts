import type { CallInput, CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { robuxFromWire } from '../../../contract/money.ts';
import { refusal } from '../../../contract/refusals.ts';
import { SecondPersonNeeded } from '../../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import { selectAdjustmentSettings, sumBookedAlone } from '../../adjustments/store.ts';
import type { Tx } from '../../lib/db/database.ts';
import { toPromoCode } from '../../promotions/list-promo-codes.ts';
import { closeCode, insertCode, lockCode, sumCodesAlone } from '../../promotions/store.ts';

/**
 * @throws CallError `already-exists`: also for a code that is closed, because people may still know it.
 * SecondPersonNeeded for one that can cost more than one admin may give away alone.
 */
export async function adminCreatePromoCode(
	deps: ActionDeps,
	admin: AdminContext,
	{ code, amount, usesMax, perUser, startsAt, endsAt, reason }: CallInput<'adminCreatePromoCode'>,
): Promise<CallResult<'adminCreatePromoCode'>> {
	const cents = robuxFromWire(amount);
	if (cents === undefined) throw new CallError('invalid-argument', refusal('bad-request'));
	const { approval } = admin;
	const action = { action: 'create-promo-code', reason, details: { code } };
	return withAudit<CallResult<'adminCreatePromoCode'>>(deps, admin, action, async (tx, atMs) => {
		const starts = new Date(startsAt ?? atMs);
		if (endsAt && endsAt <= starts.getTime())
			throw new CallError('invalid-argument', refusal('promo-over-before-start'));
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
		if (!row) throw new CallError('already-exists', refusal('promo-code-taken'));
		if (!approval) await requireSmall(tx, admin.actor.uid, { cost: cents * usesMax, atMs });
		const result = toPromoCode(row, atMs);
		return { result, change: { before: {}, after: { amount, usesMax, perUser, endsAt: endsAt ?? null } } };
	});
}

/** The limit is that of adjustments, and both count. Only after the code is written: what it can cost is part of the sum. */
async function requireSmall(tx: Tx, by: string, { cost, atMs }: { cost: number; atMs: number }): Promise<void> {
	const since = new Date(atMs - DAY_MS);
	const { approvalAbove } = await selectAdjustmentSettings(tx);
	const given = (await sumCodesAlone(tx, by, since)) + (await sumBookedAlone(tx, by, since));
	if (given > approvalAbove) throw new SecondPersonNeeded({ amount: cost });
}

/** @throws CallError `not-found` when there is no such code. */
export async function adminClosePromoCode(
	deps: ActionDeps,
	admin: AdminContext,
	{ code, reason }: { code: string; reason: string },
): Promise<CallResult<'adminClosePromoCode'>> {
	const action = { action: 'close-promo-code', reason, details: { code } };
	return withAudit<CallResult<'adminClosePromoCode'>>(deps, admin, action, async (tx, atMs) => {
		const row = await lockCode(tx, code);
		if (!row) throw new CallError('not-found', refusal('unknown-code'));
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
