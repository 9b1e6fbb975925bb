import { asUsdMicros } from '../../contract/money.ts';
import { callError } from '../../contract/refusals.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../accounts/with-audit.ts';
import type { OpenCall } from '../lib/call-handler.ts';
import { type Database, datesToMs } from '../lib/db/database.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { wallOf } from '../offerwalls/walls/wall-changes.ts';
import { insertPayment, selectPayments } from './store-treasury.ts';

const MICROS = 1_000_000;
const SHOWN_MAX = 200;
/** The largest offset of a time zone from UTC. */
const AHEAD_MS = 14 * 3_600_000;

export const adminGetWallPayments: OpenCall<'adminGetWallPayments', { db: Database }> = async ({ db }, input) => {
	const rows = await selectPayments(db, { wall: input.wall_id, month: input.month }, SHOWN_MAX);
	return rows.map(({ micros, ...row }) => ({ ...datesToMs(row), usd: micros / MICROS }));
};

type EnterDeps = ActionDeps & { walls: readonly Wall[] };

export const adminEnterWallPayment: StaffCall<'adminEnterWallPayment', EnterDeps> = async (deps, input, admin) => {
	const { wall_id, month, kind, usd, reference = null, request_id, reason } = input;
	const { id: wall } = wallOf(deps, wall_id);
	if (Date.parse(`${month}-01`) > deps.clock.now() + AHEAD_MS) throw callError('failed-precondition', 'month-to-come');
	const action = { action: 'enter-wall-payment', reason, details: { wall, month } };
	await withAudit(deps, admin, action, async (tx, atMs) => {
		const micros = asUsdMicros(Math.round(usd * MICROS));
		const payment = { requestId: request_id, wall, month, kind, micros, reference: reference ?? null };
		const id = await insertPayment(tx, { ...payment, entered_at: new Date(atMs) });
		return { result: undefined, change: id === undefined ? undefined : { row: id, after: { kind, usd, reference } } };
	});
	return { done: true };
};
