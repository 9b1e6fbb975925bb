import { DAY_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { deletePicturesBefore } from './store-pictures.ts';

const KEPT_MS = 30 * DAY_MS;

/** Pictures of claims show whatever was on somebody's screen: they go after 30 days, decided or not. */
export async function purgeClaimPictures({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	await deletePicturesBefore(db, new Date(clock.now() - KEPT_MS));
}
