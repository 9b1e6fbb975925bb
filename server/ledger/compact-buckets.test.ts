import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { earn, openTestDatabase } from '../../test/support/database.ts';
import { compactAccountBuckets } from './compact-buckets.ts';

const { app, owner } = openTestDatabase();
const QUARTER_MS = 15 * 60_000;

test('folds each closed 15-minute interval into one row, keeps open ones, and does not change totals', async () => {
	const uid = randomUUID();
	const start = Date.UTC(2026, 10, 21, 12);
	const times = [0, 1, QUARTER_MS - 1, QUARTER_MS, QUARTER_MS + 1];
	for (const ms of times) await earn(app, uid, { atMs: start + ms });
	const compact = () => compactAccountBuckets(owner, start + QUARTER_MS);
	await Promise.all([compact(), compact(), compact()]);

	const { rows } = await sql<{ starts_at: Date; debited: number }>`
		select starts_at, debited from account_buckets where account = 'partner:w' order by starts_at, debited
	`.execute(owner);
	expect(rows.map((row) => [row.starts_at.getTime() - start, row.debited])).toEqual([
		[0, 300],
		[QUARTER_MS, 100],
		[QUARTER_MS, 100],
	]);
	await expect(compactAccountBuckets(app, start)).rejects.toMatchObject({ code: '42501' });
});
