import type { CallInput, CallResult } from '../../../contract/calls.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import { findEffect, type MarginDeps } from '../../offerwalls/terms/effect.ts';
import { setBoost, setRate } from '../../offerwalls/terms/set-terms.ts';
import { boostToWire, rateToWire } from '../../offerwalls/terms/terms-to-wire.ts';
import { wallOf } from '../../offerwalls/walls/wall.ts';
import { type ChangeWallsDeps, refreshNodes } from '../../offerwalls/walls/wall-changes.ts';

export type RateDeps = ChangeWallsDeps & MarginDeps;

/** @throws CallError `not-found` for a wall that is not there; as `setRate` does. */
export async function adminSetRate(
	deps: RateDeps,
	admin: AdminContext,
	{ wall_id: id, country = null, rate, from: fromMs, reason }: CallInput<'adminSetRate'>,
): Promise<CallResult<'adminSetRate'>> {
	const wall = wallOf(deps, id);
	const action = { action: 'set-rate', reason, details: { wall: id, country } };
	const asked = { country, rateCents: rate === null ? null : Math.round(rate * 100), fromMs };
	const row = await withAudit(deps, admin, action, async (tx, setAtMs) => {
		const setting = { wall, ...asked, setAtMs, allowLooser: () => requireSecond(admin) };
		const { before, row } = await setRate(tx, deps, setting);
		const after = { rate, from: row.fromMs };
		return { result: row, change: { row: row.id, before: { rate: before / 100 }, after } };
	});
	await refreshNodes(deps);
	return rateToWire(row, wall);
}

/** @throws CallError `not-found` for a wall that is not there; as `setBoost` does. */
export async function adminSetBoost(
	deps: RateDeps,
	admin: AdminContext,
	{ wall_id: id, percent, from: fromMs, until: untilMs, reason }: CallInput<'adminSetBoost'>,
): Promise<CallResult<'adminSetBoost'>> {
	const wall = wallOf(deps, id);
	const action = { action: 'set-boost', reason, details: { wall: id } };
	const row = await withAudit(deps, admin, action, async (tx, setAtMs) => {
		const asked = { percent, fromMs, untilMs, setAtMs };
		const { before, row } = await setBoost(tx, deps, { wall, ...asked, allowLooser: () => requireSecond(admin) });
		const after = { percent, from: row.fromMs, until: untilMs };
		return { result: row, change: { row: row.id, before: { percent: before }, after } };
	});
	await refreshNodes(deps);
	return boostToWire(row, wall);
}

/** @throws CallError `not-found` for a wall that is not there. */
export function adminGetRateEffect(
	deps: RateDeps,
	{ wall_id: id, country, rate, percent }: CallInput<'adminGetRateEffect'>,
): Promise<CallResult<'adminGetRateEffect'>> {
	const rateCents = rate === null || rate === undefined ? undefined : Math.round(rate * 100);
	return findEffect(deps, wallOf(deps, id), { country: country ?? null, rateCents, percent: percent ?? 0 });
}
