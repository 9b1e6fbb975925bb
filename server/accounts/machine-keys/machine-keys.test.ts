import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { MachineKey } from '../../../contract/connect/keys.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { openAdmin, openAdminSite } from '../../../test/sites/identity-site.ts';
import { bearer } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { deleteOldSecrets } from './store-keys.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const site = openAdminSite(database, { env: { RATE_LIMITS: 'on' } });
const reason = 'The bot is gone.';
const [ada, ben] = [openAdmin(site), openAdmin(site)];

type Answer = { id: string; key: string; proposal?: string; secret?: string; details?: { reason: string } };
const call = async (name: string, data: object | null, who = ada) => (await site.callAs(name, data, who)) as Answer;
const refused = (reason: string) => ({ details: { reason } });
const wanted = (changes: object = {}) => ({
	...{ name: 'Bot', permissions: ['read-dashboard', 'export-money'], expires_at: Date.now() + DAY_MS },
	...changes,
});
const create = (changes: object = {}, who = ada) => call('adminCreateKey', wanted(changes), who);
const use = async (key: string, name = 'adminGetBusiness', data: object | null = {}) => {
	const { result, error } = (await site.call(name, data, key)).json();
	return result ? 'served' : error.details.reason;
};
const listed = async (id: string) =>
	((await site.callAs('adminGetKeys', null, ada)) as MachineKey[]).find((key) => key.id === id);

test('a key is shown once, is stored as a hash, reads what its permissions allow, and can be revoked', async () => {
	const { id, key } = await create();
	expect(key).toMatch(/^lpk_[\w-]{43}$/);
	expect(await listed(id)).toMatchObject({ state: 'active', creator_name: ada.email, last_used_at: null });
	expect(await use(key)).toBe('served');
	expect(await use(key, 'adminGetUsers', null)).toBe('key-may-not');
	expect(await use(key, 'adminRevokeKey', { id, reason })).toBe('key-may-not');
	expect(await listed(id)).toMatchObject({ last_used_at: expect.any(Number), last_address: '127.0.0.1' });
	const stored = await rowsOf<object>(owner)`select k::text, encode(hash, 'escape') as text from machine_keys k`;
	expect(JSON.stringify(stored)).not.toContain(key.slice(4));
	expect(await call('adminRevokeKey', { id, reason })).toEqual({ revoked: true });
	expect(await use(key)).toBe('unauthenticated');
	expect(await listed(id)).toMatchObject({ state: 'revoked' });
	expect(await call('adminRevokeKey', { id, reason })).toMatchObject(refused('no-such-key'));
});

test('an export by a key and its requests are recorded with the name of the key', async () => {
	const { id, key } = await create({ name: 'Warehouse' });
	const answer = await site.get('/data/admin/export/chargebacks.csv', bearer(key));
	expect([answer.statusCode, answer.body.split(',')[0]]).toEqual([200, 'uid']);
	const other = await site.get('/data/admin/export/transfers.csv', bearer(key));
	expect(other.json().error).toMatchObject(refused('key-may-not'));
	expect(await call('adminGetActions', { actor: id })).toMatchObject({
		items: [{ actor: { uid: id, name: 'Warehouse' }, action: 'export', more: { table: 'chargebacks' } }],
	});
	await site.events.flush();
	expect(await call('adminGetLog', { source: 'use', limit: 1 })).toMatchObject({
		items: [{ what: '/data/admin/export/chargebacks.csv', note: 'Key Warehouse', user: null }],
	});
});

test('a key for personal data needs a second admin, and only its proposer takes it, once', async () => {
	const { proposal } = await create({ permissions: ['read-users'], personal_data: true });
	const decided = await call('adminDecideProposal', { id: proposal, decision: 'approve', reason }, ben);
	expect(JSON.stringify(decided)).not.toContain('lpk_');
	expect(await call('adminTakeSecret', { proposal }, ben)).toMatchObject(refused('no-such-secret'));
	const { id, secret = '' } = await call('adminTakeSecret', { proposal });
	expect(await listed(id)).toMatchObject({ created_by: ada.uid, personal_data: true, proposal: null });
	expect(await use(secret, 'adminGetUsers', null)).toBe('served');
	expect(await call('adminTakeSecret', { proposal })).toMatchObject(refused('no-such-secret'));
	const other = await create({ personal_data: true });
	await call('adminDecideProposal', { id: other.proposal, decision: 'approve', reason }, ben);
	await deleteOldSecrets(db, new Date(Date.now() + 1_000));
	expect(await call('adminTakeSecret', { proposal: other.proposal })).toMatchObject(refused('no-such-secret'));
});

test.each<[string, object, string]>([
	['an expiry in the past', { expires_at: 1 }, 'key-expiry'],
	['an expiry after 365 days', { expires_at: Date.now() + 366 * DAY_MS }, 'key-expiry'],
	['a wrong address', { addresses: ['127.0.0.1/33'] }, 'not-an-address'],
	['a permission to change something', { permissions: ['adjust-balances'] }, 'invalid-input'],
])('rejects a key with %s', async (_, changes, why) => expect(await create(changes)).toMatchObject(refused(why)));

describe('a key stops working', () => {
	const rejoin = (bannedAt: Date | null, role: string | null = 'Admin') =>
		sql`
		update users set role = ${role}, staff_role = ${role && 'owner'}, banned_at = ${bannedAt}, ban_reason = ${bannedAt && reason}
		where uid = ${ada.uid}
	`.execute(owner);

	test('outside its addresses, after its expiry and while its creator is banned or off the staff', async () => {
		const { key } = await create({ addresses: ['127.0.0.0/8'] });
		expect(await use(key)).toBe('served');
		const { key: elsewhere } = await create({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
		expect(await use(elsewhere)).toBe('key-address');
		const { id, key: expired } = await create();
		await sql`update machine_keys set expires_at = now() - interval '1 second' where id = ${id}`.execute(owner);
		expect(await use(expired)).toBe('unauthenticated');
		for (const leave of [() => rejoin(null, null), () => rejoin(new Date())]) {
			await leave();
			expect(await use(key)).toBe('unauthenticated');
		}
		await rejoin(null);
		expect(await use(key)).toBe('served');
		expect(await use(`lpk_${randomUUID()}`)).toBe('unauthenticated');
	});

	test.each<[string, string, object]>([
		['leaves the staff', 'adminRemoveStaff', {}],
		['may no longer create keys', 'adminChangeStaffRole', { role: 'viewer' }],
	])('for good when its creator %s', async (_, name, changes) => {
		const gone = await site.admin();
		const { id, key } = await create({}, gone);
		const { proposal } = await call(name, { uid: gone.uid, reason, ...changes });
		await call('adminDecideProposal', { id: proposal, decision: 'approve', reason }, ben);
		await sql`update users set role = 'Admin', staff_role = 'owner' where uid = ${gone.uid}`.execute(owner);
		expect(await use(key)).toBe('unauthenticated');
		expect(await rowsOf(owner)`select from machine_keys where id = ${id} and revoked_at is not null`).toHaveLength(1);
	});

	test('after 300 requests in a minute', async () => {
		const { id, key } = await create();
		await sql`
			insert into rate_limits (key, count, window_ends_at) values (${`key|${id}`}, 300, now() + interval '1 minute')
		`.execute(owner);
		expect(await use(key)).toBe('too-many-attempts');
	});
});
