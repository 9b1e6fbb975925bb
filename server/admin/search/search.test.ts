import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents, asUsdMicros } from '../../../contract/money.ts';
import { insertOrders } from '../../../test/payouts/fake-withdrawals.ts';
import { openAdmin, openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { isSpread, openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { inTransaction } from '../../lib/db/database.ts';

const database = openTestDatabase();
const { owner } = database;
const site = openAdminSite(database);
const admin = openAdmin(site);

type Given = { name: string; email: string; gameName?: string };
type Found = CallResult<'adminSearch'>['items'];

async function person({ name, email, gameName }: Given): Promise<string> {
	const uid = randomUUID();
	await sql`insert into users (uid, roblox_username, created_at) values (${uid}, ${gameName ?? null}, now())`.execute(
		owner,
	);
	await sql`
		insert into auth_user (id, name, email, email_verified) values (${uid}, ${name}, ${email}, true)
	`.execute(owner);
	if (gameName) {
		await sql`
			insert into linked_game_accounts values ((select count(*) from linked_game_accounts), ${uid}, ${gameName}, now())
		`.execute(owner);
	}
	return uid;
}

const search = async (query: string, who: Person = admin) =>
	((await site.callAs('adminSearch', { query }, who)) as { items: Found }).items;
const titles = async (query: string, who?: Person) => (await search(query, who)).map(({ title }) => title);

let anna: string;
let annabel: string;

beforeAll(async () => {
	anna = await person({ name: 'Anna', email: 'anna@walnut.example', gameName: 'builder_x' });
	annabel = await person({ name: 'Annabel 100%', email: 'bel@walnut.example', gameName: 'builder' });
	for (const [transaction, offerName] of [
		['T/42', 'Farm'],
		['T/421', 'Another'],
	] as const) {
		await inTransaction(database.app, async (tx) => {
			await openWallet(tx, anna);
			const reference = `offer/wall/${transaction}/credit`;
			const memo = { payoutMicros: asUsdMicros(0), isBonus: false, offerName };
			const amount = asRobuxCents(1250);
			await postTransfer(tx, { kind: 'credit', uid: anna, wall: 'wall', amount, reference, atMs: Date.now(), memo });
		});
	}
	await sql`
		insert into claims (uid, reference, opened_at, changed_at, wall, steps, answer, state, title)
		values (${anna}, 'C-ABCDEFGHJKMN', now(), now(), 'wall', 1, 'unknown', 'open', 'Level 30')
	`.execute(owner);
	await sql`
		insert into sign_in_places (uid, address, device, first_at, last_at)
		values (${anna}, '81.2.69.160', 'Firefox on Windows', now(), now()),
			(${anna}, '81.2.69.160', 'Chrome on Android', now(), now()),
			(${annabel}, '81.2.69.1', 'Firefox on Windows', now(), now())
	`.execute(owner);
});

test('finds a user by the prefix of email, names or uid', async () => {
	expect(await search('anna@wal')).toEqual([
		{
			kind: 'user',
			id: anna,
			title: 'Anna',
			subtitle: 'anna@walnut.example · builder_x',
			path: `/admin/users/${anna}`,
		},
	]);
	expect(await titles('ANNABEL')).toEqual(['Annabel 100%']);
	expect(await titles('Builder_')).toEqual(['Anna']);
	expect(await titles(` ${anna} `)).toEqual(['Anna']);
	expect(await titles(anna.slice(0, 13))).toEqual(['Anna']);
	expect(await titles(anna.replaceAll('-', '').toUpperCase())).toEqual(['Anna']);
});

test('lists exact matches first and each user once', async () => {
	expect(await titles('anna')).toEqual(['Anna', 'Annabel 100%']);
	expect(await titles('builder')).toEqual(['Annabel 100%', 'Anna']);
});

test.each(['%', '_', 'a_n', 'nna', "'", '\\', 'walnut', 'zz'])(
	'%s, which is no prefix of anything, finds nothing',
	async (query) => expect(await search(query)).toEqual([]),
);

test('finds withdrawals, claims and partner transactions by id', async () => {
	const paid = { state: 'completed', next_ask_at: null };
	await insertOrders(owner, { uid: anna, order_id: 'W-0123456789ABCDEF', amount: 5_000, price: 72, ...paid });
	expect(await search('w-0123')).toEqual([
		{
			kind: 'withdrawal',
			id: 'W-0123456789ABCDEF',
			title: 'W-0123456789ABCDEF',
			subtitle: 'builder_x · 50.00 R$ · completed',
			path: '/admin/withdrawals/W-0123456789ABCDEF',
		},
	]);
	await sql`delete from withdrawals`.execute(owner);
	expect(await search('c-abcd')).toMatchObject([{ kind: 'claim', path: '/admin/claims/C-ABCDEFGHJKMN' }]);
	expect(await search('T/42')).toEqual([
		{
			kind: 'transaction',
			id: 'T/42',
			title: 'Farm',
			subtitle: 'builder_x · 12.50 R$ · wall',
			path: `/admin/users/${anna}`,
		},
	]);
});

test('an IP address finds its users, only for roles that handle fraud', async () => {
	expect((await search('81.2.69.1')).map(({ title, path }) => [title, path])).toEqual([
		['81.2.69.1', `/admin/users/${annabel}`],
		['81.2.69.160', `/admin/users/${anna}`],
	]);
	expect(await titles('81.2.69.1', await site.admin('fraud'))).toHaveLength(2);
	for (const role of ['finance', 'support', 'viewer'] as const) {
		const staff = await site.admin(role);
		expect(await search('81.2.69.1', staff), role).toEqual([]);
		expect(await titles('anna@wal', staff), role).toEqual(['Anna']);
	}
});

test.skipIf(isSpread)('the transaction lookup uses its index with the function inlined', async () => {
	const { rows } = await database.app.transaction().execute(async (tx) => {
		await sql`set local enable_seqscan = off`.execute(tx);
		return sql<Record<string, string>>`
			explain select from transfers where transaction_in(reference) = hashtextextended('T', 0)
		`.execute(tx);
	});
	const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
	expect(plan).toContain('Bitmap Index Scan on transfers_transaction');
	expect(plan).not.toContain('transaction_in(');
});

test('rejects an empty or too long query', async () => {
	for (const query of ['', '   ', 'x'.repeat(201)])
		expect(await site.callAs('adminSearch', { query }, admin)).toMatchObject({ status: 'INVALID_ARGUMENT' });
});
