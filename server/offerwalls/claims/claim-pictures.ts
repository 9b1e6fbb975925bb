import { keptMs } from '../../../contract/site/retention.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { deletePicturesBefore } from './store-pictures.ts';

/** Pictures of claims show whatever was on somebody's screen: they go by their age, decided or not. */
export async function purgeClaimPictures({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	await deletePicturesBefore(db, new Date(clock.now() - keptMs('pictures')));
}
