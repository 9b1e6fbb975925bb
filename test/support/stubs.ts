import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { createAccountMemory } from '../../server/accounts/memory/account-memory.ts';
import type { AdminContext } from '../../server/accounts/with-audit.ts';
import type { Log } from '../../server/lib/clock-and-log.ts';
import type { Database } from '../../server/lib/db/database.ts';

export const testMemory = createAccountMemory({ key: 'a key of these tests', days: 180 });

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Needs {@link addAdmins} to be effective. */
export function adminContext(uid: string = randomUUID()): AdminContext {
	return { actor: { uid, sessionId: 'session', staffRole: 'owner' }, ip: '192.0.2.1' };
}

export async function addAdmins(app: Database, ...admins: AdminContext[]): Promise<void> {
	const uids = admins.map(({ actor }) => actor.uid);
	await sql`
		insert into users (uid, role, created_at) select uid, ${ADMIN_ROLE}, now() from unnest(${uids}::uuid[]) uid
	`.execute(app);
}

export function approving(admin: AdminContext, proposedBy: string = randomUUID()): AdminContext {
	return { ...admin, approval: { proposal: randomUUID(), proposedBy, reason: null, settle: async () => {} } };
}
