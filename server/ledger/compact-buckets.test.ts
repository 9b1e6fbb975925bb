import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asRobuxCents } from '../../contract/money.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { inTransaction } from '../lib/db/database.ts';
import { compactAccountBuckets } from './compact-buckets.ts';
import { postTransfer } from './post-transfer.ts';
import { openWallet } from './wallet.ts';

const { app, owner } = openTestDatabase();
const QUARTER_MS = 15 * 60_000;

test('folds each closed 15-minute interval into one row, keeps open ones, and does not change totals', async () => {
	const uid = randomUUID();
	await openWallet(app, uid);
	const start = Date.UTC(2026, 10, 21, 12);
	for (const [n, atMs] of [
		start,
		start + 1,
		start + QUARTER_MS - 1,
		start + QUARTER_MS,
		start + QUARTER_MS + 1,
	].entries()) {
		await inTransaction(app, (tx) =>
			postTransfer(tx, {
				kind: 'credit',
				uid,
				wall: 'w',
				amount: asRobuxCents(100 + n),
				reference: `offer/w/${n}/credit`,
				atMs,
			}),
		);
	}
	const compact = () => compactAccountBuckets(owner, start + QUARTER_MS);
	await Promise.all([compact(), compact(), compact()]);

	const { rows } = await sql<{ starts_at: Date; debited: number }>`
		select starts_at, debited from account_buckets where account = 'partner:w' order by starts_at, debited
	`.execute(owner);
	expect(rows.map((row) => [row.starts_at.getTime() - start, row.debited])).toEqual([
		[0, 100 + 101 + 102],
		[QUARTER_MS, 103],
		[QUARTER_MS, 104],
	]);
	await expect(compactAccountBuckets(app, start)).rejects.toMatchObject({ code: '42501' });
});
