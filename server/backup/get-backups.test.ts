import { sql } from 'kysely';
import { openAdminSite } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';

const database = openTestDatabase();
const site = openAdminSite(database);

test('the dashboard shows the last verification, later failures and a restoration until payouts are on', async () => {
	const admin = await site.admin();
	const callGetBackups = () => site.callAs('adminGetBackups', null, admin);
	expect(await callGetBackups()).toMatchObject({ is_on: false, latest: null, proven: null, restored: null });

	const findings = {
		sessions: 3,
		walls: [{ wall: 'w', last_at: new Date(5_000).toISOString() }],
		gap: null,
		orders: [],
	};
	await sql`
		insert into backups (name, started_at, finished_at, share, bytes, transfers, verified_at, verify_ms, problem) values
			('a', to_timestamp(1), to_timestamp(2), 1, 1000, 7, to_timestamp(3), 41000, null),
			('b', to_timestamp(4), null, 0.5, null, null, null, null, 'The disk is full.')
	`.execute(database.owner);
	await sql`
		insert into restorations (restored_at, backup, until, findings, asked_at)
		values (to_timestamp(9), 'a', to_timestamp(8), ${JSON.stringify(findings)}::jsonb, to_timestamp(10))
	`.execute(database.owner);
	expect(await callGetBackups()).toMatchObject({
		latest: { name: 'b', finished_at: null, share: 0.5, problem: 'The disk is full.' },
		proven: { at: 3_000, took_ms: 41_000 },
		restored: { until: 8_000, sessions: 3, walls: [{ wall: 'w', last_at: 5_000 }], orders: [] },
	});

	const change = { reason: 'all was compared' };
	await site.callAs('adminChangePayoutSettings', { is_on: false, ...change }, admin);
	expect(await callGetBackups()).toMatchObject({ restored: { until: 8_000 } });
	await site.callAs('adminChangePayoutSettings', { is_on: true, ...change }, admin);
	expect(await callGetBackups()).toMatchObject({ restored: null });
});
