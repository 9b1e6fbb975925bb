import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { hashCode } from '../sign-in/one-time-code.ts';
import { selectCodeOwner } from '../store.ts';

/** Leaves the token unused. */
export async function checkWebSession(
	{ db, clock }: { db: Database; clock: Clock },
	{ token }: { token: string },
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<{ is_of_another: boolean }> {
	const hash = hashCode(token);
	const owner = hash && (await selectCodeOwner(db, hash, clock.now()));
	return { is_of_another: owner !== undefined && owner !== uid };
}
