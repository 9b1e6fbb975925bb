import type { CallInput, CallResult } from '../../contract/calls.ts';
import { asRobuxCents, robuxFromWire, robuxToWire } from '../../contract/money.ts';
import type { Page } from '../../contract/paging.ts';
import type { PromoCode, PromoRedemption } from '../../contract/promotions.ts';
import { callError } from '../../contract/refusals.ts';
import { isWithinAllowance } from '../accounts/allowance.ts';
import { SecondPersonNeeded } from '../accounts/second-person.ts';
import { deviceInWords } from '../accounts/sessions/device.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { readCursor, type TimeList, toPage, UUID } from '../lib/db/cursor.ts';
import { type Database, type DbDeps, datesToMs } from '../lib/db/database.ts';
import { stateOf } from './promo-code.ts';
import type { CodeRow, RedemptionRow } from './store.ts';
import * as store from './store.ts';

type PageOf = { limit: number; cursor: string | undefined };

export async function listPromoCodes(
	{ db, clock }: DbDeps,
	{ limit, cursor, isOpen, ...times }: PageOf & TimeList & { isOpen: true | undefined },
): Promise<Page<PromoCode>> {
	const nowMs = clock.now();
	const [createdAt, code = ''] = readCursor(cursor, /^\d{1,15} [A-Z0-9-]+$/);
	const after = createdAt === undefined ? undefined : { createdAtMs: Number(createdAt), code };
	const rows = await store.selectCodes(db, { ...times, openAt: isOpen && new Date(nowMs), after, limit: limit + 1 });
	return toPage(rows, limit, { toItem: (row) => toPromoCode(row, nowMs), keyOf: (row) => [row.createdAt, row.code] });
}

export async function listRedemptions(
	{ db }: { db: Database },
	{ code, uid, limit, cursor, ...times }: PageOf & TimeList & { code: string; uid: string | undefined },
): Promise<Page<PromoRedemption>> {
	const [at, ofUid = '', use] = readCursor(cursor, new RegExp(`^\\d{1,15} ${UUID} \\d{1,3}$`));
	const after = at === undefined ? undefined : { atMs: Number(at), uid: ofUid, use: Number(use) };
	const rows = await store.selectRedemptions(db, { ...times, code, uid, after, limit: limit + 1 });
	return toPage(rows, limit, { toItem: toRedemption, keyOf: (row) => [row.at, row.uid, row.use] });
}

function toPromoCode(row: CodeRow, nowMs: number): PromoCode {
	return { ...datesToMs(row), amount: robuxToWire(row.amount), state: stateOf(row, nowMs) };
}

function toRedemption({ use: _, amount, userAgent, ...row }: RedemptionRow): PromoRedemption {
	const device = userAgent === null ? null : deviceInWords(userAgent);
	return { ...datesToMs(row), amount: robuxToWire(amount), device };
}

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
		const row = await store.insertCode(tx, {
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
		const row = await store.lockCode(tx, code);
		if (!row) throw callError('not-found', 'unknown-code');
		if (row.closedAt !== null) return { result: { ...toPromoCode(row, atMs), changed: false }, change: undefined };
		await store.closeCode(tx, code, atMs);
		const closed = { ...row, closedAt: new Date(atMs) };
		const before = { state: toPromoCode(row, atMs).state, uses: row.uses };
		const change = { before, after: { state: 'closed', uses: row.uses } };
		return { result: { ...toPromoCode(closed, atMs), changed: true }, change };
	});
}
