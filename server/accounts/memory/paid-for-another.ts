import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { type AccountMemory, rememberedSince } from './account-memory.ts';
import { hasPaidAnother } from './store-memory.ts';

/**
 * Whether a game account was paid for another account of ours, also for one that was deleted since. It is no proof:
 * anybody can link anybody's name. So it asks for a person's look, and never bans or debits.
 */
export function wasPaidForAnother(
	{ db, clock, memory }: { db: Database | Tx; clock: Clock; memory: AccountMemory },
	{ uid, platformUserId }: { uid: string; platformUserId: number },
): Promise<boolean> {
	const digest = memory.digestOf('game-account', platformUserId);
	return hasPaidAnother(db, { uid, platformUserId, digest, since: rememberedSince(memory, clock.now()) });
}
