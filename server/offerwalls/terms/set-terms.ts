import { callError } from '../../../contract/refusals.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import type { Tx } from '../../lib/db/database.ts';
import { lockWallChange } from '../walls/store-walls.ts';
import type { Wall } from '../walls/wall.ts';
import { type ChangeWallsDeps, refreshNodes, wallOf } from '../walls/wall-changes.ts';
import { type MarginDeps, requireMargin, withChange } from './effect.ts';
import { insertBoost, insertRate, selectTerms } from './store-terms.ts';
import { boostAt, boostToWire, rateAt, rateToWire, type WallTerms } from './terms.ts';

export type SetTermsDeps = ChangeWallsDeps & MarginDeps;

export const adminSetRate: StaffCall<'adminSetRate', SetTermsDeps> = async (deps, input, admin) => {
	const { wall_id, country = null, rate, from, reason } = input;
	const wall = wallOf(deps, wall_id);
	const action = { action: 'set-rate', reason, details: { wall: wall.id, country } };
	const row = await withAudit(deps, admin, action, async (tx, setAtMs) => {
		if (wall.rateCents === undefined) throw callError('failed-precondition', 'no-rate-here');
		const terms = await lockTerms(tx, wall);
		const rateCents = rate === null ? null : Math.round(rate * 100);
		const change = { country, rateCents, fromMs: Math.max(from, setAtMs) };
		const centsOf = (of: WallTerms) => rateAt(of, { atMs: change.fromMs, country })?.rateCents ?? 0;
		const before = centsOf(terms);
		if (centsOf(withChange(terms, change)) > before) {
			await requireMargin(tx, deps, { id: wall.id, ...terms }, change, setAtMs);
			requireSecond(admin);
		}
		const id = await insertRate(tx, { wall: wall.id, ...change, setAtMs });
		const after = { rate, from: change.fromMs };
		return { result: { id, ...change }, change: { row: id, before: { rate: before / 100 }, after } };
	});
	await refreshNodes(deps);
	return rateToWire(row, wall);
};

/** @throws CallError `invalid-argument` if the boost ends before it begins. */
export const adminSetBoost: StaffCall<'adminSetBoost', SetTermsDeps> = async (deps, input, admin) => {
	const { wall_id, percent, from, until: untilMs, reason } = input;
	const wall = wallOf(deps, wall_id);
	const action = { action: 'set-boost', reason, details: { wall: wall.id } };
	const row = await withAudit(deps, admin, action, async (tx, setAtMs) => {
		const terms = await lockTerms(tx, wall);
		const change = { percent, fromMs: Math.max(from, setAtMs), untilMs };
		if (untilMs <= change.fromMs) throw callError('invalid-argument', 'boost-over');
		if (percent > 0) {
			await requireMargin(tx, deps, { id: wall.id, ...terms }, change, setAtMs);
			requireSecond(admin);
		}
		const id = await insertBoost(tx, { wall: wall.id, ...change, setAtMs });
		const before = { percent: boostAt(terms, change.fromMs)?.percent ?? 0 };
		const after = { percent, from: change.fromMs, until: untilMs };
		return { result: { id, ...change }, change: { row: id, before, after } };
	});
	await refreshNodes(deps);
	return boostToWire(row, wall);
};

async function lockTerms(tx: Tx, { id, rateCents }: Wall): Promise<WallTerms> {
	await lockWallChange(tx, id);
	const { rates, boosts } = (await selectTerms(tx)).get(id) ?? { rates: [], boosts: [] };
	return { rateCents, rates, boosts };
}
