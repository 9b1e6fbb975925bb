import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { type ExportTable, exportTables } from '../../../contract/admin/exports.ts';
import { openAdmin, openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { cellOf, rowsOf } from '../../lib/db/database.ts';
import { seedSite } from '../../seed/seed-site.ts';
import { selectExportPage } from './store-export.ts';

const database = openTestDatabase();
const site = openAdminSite(database);
const admin = openAdmin(site);

const take = (file: string, { accessToken }: Person) =>
	site.get(`/data/admin/export/${file}`, { authorization: `Bearer ${accessToken}` });

async function count(table: string): Promise<number> {
	return (await cellOf<number>(database.owner)`select count(*)::int as n from ${sql.table(table)}`) ?? -1;
}

const parseCsv = (text: string): string[][] => parse(text);

test('an export contains all rows and cells, whatever the size of its pages', async () => {
	await seedSite(database.ownerPool, { users: 40, credits: 3_000, withdrawals: 30 }, { amongReal: true });
	await leaveRecords(admin);
	await take('users.csv', admin);
	await expect.poll(() => lastAccessOf(admin)).not.toBeNull();
	await site.events.flush();
	const sizes = {
		users: 'users',
		transfers: 'transfers',
		withdrawals: 'withdrawals',
		'order-events': 'payout_events',
		callbacks: 'callbacks',
		'held-credits': 'held_credits',
		chargebacks: 'chargebacks',
		adjustments: 'adjustments',
		'promo-codes': 'promo_codes',
		'promo-redemptions': 'promo_redemptions',
		'fraud-cases': 'fraud_cases',
		'manual-payouts': 'manual_payouts',
		settlements: 'payout_settlements',
		differences: 'payout_reviews',
		log: 'log_entries',
	} satisfies Partial<Record<ExportTable, string>>;
	for (const [table, source] of Object.entries(sizes)) {
		const answer = await take(`${table}.csv`, admin);
		expect(answer.headers['content-disposition']).toBe(`attachment; filename="${table}.csv"`);
		const [head = [], ...rows] = parseCsv(answer.body);
		expect(rows.length, table).toBeGreaterThan(0);
		expect(rows, table).toHaveLength(await count(source));
		expect(rows.every((row) => row.length === head.length)).toBe(true);
		expect(new Set(rows.map(String)).size).toBe(rows.length);
		const whole = answer.body.slice(answer.body.indexOf('\r\n') + 2);
		expect(await inPagesOf(7, table as ExportTable), table).toBe(whole);
	}
	await sql`delete from promo_redemptions`.execute(database.owner);
});

async function lastAccessOf({ uid }: Person): Promise<Date | null> {
	return (await cellOf<Date | null>(database.owner)`select last_access as at from users where uid = ${uid}`) ?? null;
}

async function inPagesOf(size: number, table: ExportTable): Promise<string> {
	let [text, after] = ['', undefined as string | undefined];
	for (;;) {
		const page = await selectExportPage(database.owner, table, after, size);
		if (!page) return text;
		[text, after] = [text + page.text, page.last];
	}
}

async function leaveRecords({ uid }: Person): Promise<void> {
	const reason = 'With, a comma';
	await sql`
		with many as (select n, gen_random_uuid() as id from generate_series(1, 20) n),
			adjusted as (
				insert into adjustments (uid, id, amount, reason, state, proposed_by, proposed_at, expires_at)
				select ${uid}::uuid, id, n, ${reason}::text, 'waiting', ${uid}::uuid, now(), now() from many
			),
			coded as (
				insert into promo_codes (code, amount, uses_max, per_user, starts_at, created_at, created_by)
				select 'CODE-' || n, n, 10, 1, now(), now(), ${uid}::uuid from many
			),
			redeemed as (
				insert into promo_redemptions (uid, code, use, at, transfer_id, user_agent, network)
				select ${uid}::uuid, 'CODE-' || n % 3, n, now(), n, ${reason}::text, '127.0.0.1' from many
			),
			suspected as (
				insert into fraud_cases (uid, state, score, opened_at, changed_at) select id, 'open', 50, now(), now() from many
			),
			noted as (
				insert into fraud_notes (uid, at, actor, text) select id, now(), ${uid}::uuid, ${reason}::text from many
			),
			listed as (
				insert into manual_payouts (order_id, state, net, price, created_at, changed_at)
				select 'W-' || n, 'waiting', n, n, now(), now() from many
			),
			settled as (
				insert into payout_settlements (id, order_id, uid, outcome, reason, state, proposed_by, proposed_at)
				select gen_random_uuid(), 'W-' || n, ${uid}::uuid, 'refunded', ${reason}::text, 'waiting', ${uid}::uuid, now() from many
			),
			tracked as (
				insert into payout_events (uid, withdrawal_id, at, kind, details, last_at)
				select ${uid}::uuid, id, now(), 'answer', '{"a": "b"}', now() from many
			),
			held as (
				insert into held_credits (uid, hold_id, wall, transaction_id) select ${uid}::uuid, n, 'wall', 't' || n from many
			),
			charged as (
				insert into chargebacks (uid, transfer_id, at) select ${uid}::uuid, n, now() from many
			),
			called as (
				insert into callbacks (at, wall, outcome, ip, request)
				select now(), 'wall', 'zero', '127.0.0.1', 'GET /postback/wall?n=' || n from many
			),
			differing as (
				insert into payout_reviews (vendor, order_id, kind, details, found_at)
				select 'rbxcrate', 'W-' || n, 'not-ours', '{"a": "b"}', now() from many
			)
		insert into log_entries (at, source, what, outcome) select now(), 'job', 'job ' || n, 'done' from many
	`.execute(database.owner);
}

test('the yearly totals of all users match the wallets', async () => {
	const [head = [], ...rows] = parseCsv((await take('yearly-totals.csv', admin)).body);
	const total = (name: string) => rows.reduce((sum, row) => sum + Number(row[head.indexOf(name)]), 0);
	const { rows: wallets } = await sql<{ earned: number; withdrawn: number }>`
		select sum(earned)::int as earned, sum(withdrawn)::int as withdrawn from wallets
	`.execute(database.owner);
	expect(Math.round(total('earned') * 100)).toBe(wallets[0]?.earned);
	expect(Math.round(total('withdrawn') * 100)).toBe(wallets[0]?.withdrawn);
	expect(wallets[0]?.withdrawn).toBeGreaterThan(0);
	// The first wallet of the export has no transfers.
	await openWallet(database.app, '00000000-0000-4000-8000-000000000000');
	expect(parseCsv(await inPagesOf(1, 'yearly-totals'))).toEqual(rows);
});

test('formulas stay text, and no text breaks a row', async () => {
	const { uid } = await site.signUp();
	const nasty = ['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)', '\tx', 'a,"b"\r\nc'];
	for (const [n, reason] of nasty.entries()) {
		await sql`
			insert into audit_records (at, actor, action, uid, details)
			values (now(), 'system', ${reason}, ${uid}, ${JSON.stringify({ n })})
		`.execute(database.owner);
	}
	const rows = parseCsv((await take('actions.csv', admin)).body).filter((row) => row[4] === uid);
	expect(rows.map((row) => row[3])).toEqual([...nasty.slice(0, 5).map((text) => `'${text}`), nasty[5]]);
	expect(rows.map((row) => JSON.parse(row[5] ?? '').n)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('an export is audited before its first row; other users are rejected', async () => {
	const user = await site.signUp();
	for (const table of exportTables) expect((await take(`${table}.csv`, user)).statusCode, table).toBe(403);
	expect((await take('auth_user.csv', admin)).statusCode).toBe(404);
	const { body } = await take('actions.csv', admin);
	expect(body).toContain(`,${admin.uid},export,,`);
	expect(body).toContain('""table"": ""actions""');
	expect(await rowsOf(database.owner)`select from audit_entries where actor = ${user.uid}`).toEqual([]);
});
