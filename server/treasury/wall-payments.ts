import type { CallInput, CallResult } from '../../contract/calls.ts';
import { asUsdMicros } from '../../contract/money.ts';
import { callError } from '../../contract/refusals.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { datesToMs } from '../lib/db/database.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { wallOf } from '../offerwalls/walls/wall-changes.ts';
import { insertPayment, selectPayments } from './store-treasury.ts';

const MICROS = 1_000_000;
const SHOWN_MAX = 200;
/** The largest offset of a time zone from UTC. */
const AHEAD_MS = 14 * 3_600_000;

export async function adminGetWallPayments(
	{ db }: Pick<ActionDeps, 'db'>,
	{ wall_id: wall, month }: CallInput<'adminGetWallPayments'>,
): Promise<CallResult<'adminGetWallPayments'>> {
	const rows = await selectPayments(db, { wall, month }, SHOWN_MAX);
	return rows.map(({ micros, ...row }) => ({ ...datesToMs(row), usd: micros / MICROS }));
}

export async function adminEnterWallPayment(
	deps: ActionDeps & { walls: readonly Wall[] },
	{ wall_id, month, kind, usd, reference = null, request_id, reason }: CallInput<'adminEnterWallPayment'>,
	admin: AdminContext,
): Promise<CallResult<'adminEnterWallPayment'>> {
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
}
