import { sql } from 'kysely';
import { recordAudit } from '../../lib/audit.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';

/** Ends what nobody decided about in time. Whether it may still be approved is asked of its time, not of this. */
export async function expireProposals({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	await inTransaction(db, async (tx) => {
		const atMs = clock.now();
		const at = new Date(atMs);
		const { rows } = await sql<{ id: string; call: string; uid: string | null }>`
			update proposals set state = 'expired', decided_at = ${at}, input = input - 'sealed'
			where kind = 'call' and state = 'waiting' and expires_at <= ${at}
			returning id, call, uid
		`.execute(tx);
		for (const { id, call, uid } of rows) {
			const details = { proposal: id, call, before: { state: 'waiting' }, after: { state: 'expired' } };
			const entry = { atMs, actor: 'system', action: 'expire-proposal', details };
			await recordAudit(tx, uid ? { ...entry, uid } : entry);
		}
	});
}
