import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { markCreatedByCall } from '../store.ts';
import { ensureUserRecord } from './ensure-user-record.ts';

export async function createUser(
	deps: { db: Database; clock: Clock },
	_input: unknown,
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<{ uid: string; created: boolean }> {
	await ensureUserRecord(deps, uid);
	return { uid, created: await markCreatedByCall(deps.db, { uid, nowMs: deps.clock.now() }) };
}
