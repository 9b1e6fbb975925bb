import { recordAudit } from '../../lib/audit.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';
import { type EndedRow, kinds } from './kinds.ts';

/** May run late, because an approval checks the expiry itself. */
export async function expireProposals({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	await inTransaction(db, async (tx) => {
		const atMs = clock.now();
		const at = new Date(atMs);
		const rows = await rowsOf<EndedRow>(tx)`
			update proposals set state = 'expired', decided_at = ${at}, input = input - 'sealed', stop_codes = null
			where state = 'waiting' and expires_at <= ${at}
			returning id, kind, call, uid, amount, null as "orderId", null as "orderState", null as outcome, null as proof
		`;
		for (const row of rows) {
			const { noun, changeOf } = kinds[row.kind];
			const { keeps, ...details } = changeOf(row, 'expired');
			const entry = { atMs, actor: 'system', action: `expire-${noun}`, details, keeps };
			await recordAudit(tx, row.uid ? { ...entry, uid: row.uid } : entry);
		}
	});
}
