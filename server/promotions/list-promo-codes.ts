import { robuxToWire } from '../../contract/money.ts';
import type { Page } from '../../contract/paging.ts';
import type { PromoCode, PromoRedemption } from '../../contract/promotions.ts';
import { deviceInWords } from '../accounts/sessions/device.ts';
import { readCursor, type TimeList, toPage } from '../lib/db/cursor.ts';
import { type Database, type DbDeps, datesToMs } from '../lib/db/database.ts';
import { stateOf } from './promo-code.ts';
import { type CodeRow, type RedemptionRow, selectCodes, selectRedemptions } from './store.ts';

type PageOf = { limit: number; cursor: string | undefined };

export async function listPromoCodes(
	{ db, clock }: DbDeps,
	{ limit, cursor, isOpen, ...times }: PageOf & TimeList & { isOpen: true | undefined },
): Promise<Page<PromoCode>> {
	const [createdAt, code = ''] = readCursor(cursor, /^\d{1,15} [A-Z0-9-]+$/);
	const after = createdAt === undefined ? undefined : { createdAtMs: Number(createdAt), code };
	const rows = await selectCodes(db, { ...times, openAt: isOpen && new Date(clock.now()), after, limit: limit + 1 });
	return toPage(rows, limit, {
		toItem: (row) => toPromoCode(row, clock.now()),
		keyOf: (row) => [row.createdAt, row.code],
	});
}

export async function listRedemptions(
	{ db }: { db: Database },
	{ code, uid, limit, cursor, ...times }: PageOf & TimeList & { code: string; uid: string | undefined },
): Promise<Page<PromoRedemption>> {
	const [at, ofUid = '', use] = readCursor(cursor, /^\d{1,15} [0-9a-f-]{36} \d{1,3}$/);
	const after = at === undefined ? undefined : { atMs: Number(at), uid: ofUid, use: Number(use) };
	const rows = await selectRedemptions(db, { ...times, code, uid, after, limit: limit + 1 });
	return toPage(rows, limit, { toItem: toRedemption, keyOf: (row) => [row.at, row.uid, row.use] });
}

export function toPromoCode(row: CodeRow, nowMs: number): PromoCode {
	return { ...datesToMs(row), amount: robuxToWire(row.amount), state: stateOf(row, nowMs) };
}

function toRedemption({ use: _, amount, userAgent, ...row }: RedemptionRow): PromoRedemption {
	const device = userAgent === null ? null : deviceInWords(userAgent);
	return { ...datesToMs(row), amount: robuxToWire(amount), device };
}
