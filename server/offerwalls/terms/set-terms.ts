import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Tx } from '../../lib/db/database.ts';
import { lockWallChange } from '../walls/store-walls.ts';
import type { Wall } from '../walls/wall.ts';
import { LATELY_MS, type MarginDeps, requireMargin } from './effect.ts';
import { withChange } from './margin.ts';
import { selectTotalsSince } from './store-effect.ts';
import { insertBoost, insertRate, type Setting, selectTerms } from './store-terms.ts';
import { type BoostRow, boostAt, type RateRow, rateAt, type WallTerms } from './terms.ts';

type About = Setting & {
	wall: Wall;
	/** Called before anything looser than what holds is written. @throws where it may not be. */
	allowLooser(): void;
};

/**
 * Adds a row; none is changed. What holds before its moment held, and the row that begins next ends it.
 * @throws CallError `failed-precondition` where a signed reward would contradict it, and below the margin floor.
 */
export async function setRate(
	tx: Tx,
	deps: MarginDeps,
	{ wall, setAtMs, allowLooser, ...asked }: About & Omit<RateRow, 'id'>,
): Promise<{ before: number; row: RateRow }> {
	if (wall.rateCents === undefined) throw new CallError('failed-precondition', refusal('no-rate-here'));
	const terms = await lockTerms(tx, wall);
	const change = { ...asked, fromMs: Math.max(asked.fromMs, setAtMs) };
	const moment = { atMs: change.fromMs, country: change.country };
	const [before, after] = [terms, withChange(terms, change)].map((one) => rateAt(one, moment)?.rateCents ?? 0);
	if ((after ?? 0) > (before ?? 0)) {
		requireMargin(deps, terms, change, await selectTotalsSince(tx, wall.id, setAtMs - LATELY_MS));
		allowLooser();
	}
	const id = await insertRate(tx, { wall: wall.id, ...change, setAtMs });
	return { before: before ?? 0, row: { id, ...change } };
}

/** As {@link setRate}. @throws CallError `invalid-argument` for one that is over before it begins. */
export async function setBoost(
	tx: Tx,
	deps: MarginDeps,
	{ wall, setAtMs, allowLooser, ...asked }: About & Omit<BoostRow, 'id'>,
): Promise<{ before: number; row: BoostRow }> {
	const terms = await lockTerms(tx, wall);
	const change = { ...asked, fromMs: Math.max(asked.fromMs, setAtMs) };
	if (change.untilMs <= change.fromMs) throw new CallError('invalid-argument', refusal('boost-over'));
	if (change.percent > 0) {
		requireMargin(deps, terms, change, await selectTotalsSince(tx, wall.id, setAtMs - LATELY_MS));
		allowLooser();
	}
	const id = await insertBoost(tx, { wall: wall.id, ...change, setAtMs });
	return { before: boostAt(terms, change.fromMs)?.percent ?? 0, row: { id, ...change } };
}

/** Of two who set at once the later sees what the earlier has set. */
async function lockTerms(tx: Tx, { id, rateCents }: Wall): Promise<WallTerms> {
	await lockWallChange(tx, id);
	const { rates, boosts } = (await selectTerms(tx)).get(id) ?? { rates: [], boosts: [] };
	return { rateCents, rates, boosts };
}
