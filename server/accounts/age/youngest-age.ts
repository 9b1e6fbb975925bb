import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { selectBirthYear } from '../store.ts';

export async function findYoungestAge(
	{ db, clock }: { db: Database; clock: Clock },
	uid: string,
): Promise<number | undefined> {
	const birthYear = await selectBirthYear(db, uid);
	return birthYear === undefined ? undefined : new Date(clock.now()).getUTCFullYear() - birthYear - 1;
}
