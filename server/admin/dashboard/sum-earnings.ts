import type { DataAnswer } from '../../../contract/data.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { earningsSince } from './earnings-since.ts';
import { addEarningsDays, selectEarnings } from './store-earnings.ts';

const MICROS = 1_000_000;

/** Returns $ net of reversals. */
export async function sumEarnings({ db }: { db: Database }, sinceMs = 0): Promise<{ total: number }> {
	const walls = await selectEarnings(db, earningsSince(sinceMs));
	return { total: walls.reduce((sum, { micros }) => sum + micros, 0) / MICROS };
}

export async function sumEarningsByOfferwall(
	{ db, walls }: { db: Database; walls: readonly Wall[] },
	sinceMs = 0,
): Promise<DataAnswer<'GET /data/earnings/by-offerwall'>> {
	const names = new Map(walls.map(({ id, name }) => [id, name]));
	return (await selectEarnings(db, earningsSince(sinceMs)))
		.filter(({ micros }) => micros !== 0)
		.sort((a, b) => b.micros - a.micros)
		.map(({ wall, micros }) => ({ wall, name: names.get(wall) ?? wall, total: micros / MICROS }));
}

/** Adds days up to the day before yesterday, because later ones can still change. */
export async function addUpEarningsDays({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const today = clock.now() - (clock.now() % DAY_MS);
	await addEarningsDays(db, today - DAY_MS);
}
