import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AdminAction, LogEntry } from '../../../contract/admin/records.ts';
import type { Page } from '../../../contract/paging.ts';
import { openAdmin, openAdminSite, PASSWORD } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { purgeEvents } from '../../lib/event-log.ts';
import { withEvents } from '../../withdrawals/vendors/logged-vendor.ts';
import type { Vendor } from '../../withdrawals/vendors/vendor.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const site = openAdminSite(database);
const [admin, second] = [openAdmin(site), openAdmin(site)];

const actions = async (filter: object = {}) =>
	(await site.callAs('adminGetActions', filter, admin)) as Page<AdminAction> & { actions: string[] };

test('the audit log lists actions with actor, user, change, reason and address, filtered by actor, action and user', async () => {
	const [user, other] = [await site.signUp(), await site.signUp()];
	const reason = 'We look into it.';
	await site.callAs('adminPauseUser', { uid: user.uid, reason }, admin);
	await site.callAs('adminBanUser', { uid: user.uid, reason }, second);
	await site.callAs('adminPauseUser', { uid: other.uid, reason }, second);
	const { items, actions: kinds } = await actions({ uid: user.uid });
	expect(items).toMatchObject([
		{
			actor: { uid: second.uid, name: second.email },
			action: 'ban',
			user: { uid: user.uid, name: user.email },
			before: { banned_at: null },
			after: { ban_reason: reason },
			reason,
			ip: '127.0.0.1',
		},
		{ actor: { uid: admin.uid }, action: 'pause' },
	]);
	expect(kinds).toEqual(expect.arrayContaining(['ban', 'pause']));
	expect((await actions({ actor: second.uid })).items.map(({ action }) => action)).toEqual(['pause', 'ban']);
	expect((await actions({ action: 'ban', actor: second.uid })).items).toHaveLength(1);
	expect((await actions({ actor: 'system', uid: user.uid })).items).toEqual([]);
	const first = await actions({ actor: second.uid, limit: 1 });
	const next = await actions({ actor: second.uid, limit: 1, cursor: first.nextCursor });
	expect([...first.items, ...next.items].map(({ action }) => action)).toEqual(['pause', 'ban']);
	expect(next.nextCursor).toBeNull();
	expect(await actions({ cursor: 'x' })).toMatchObject({ status: 'INVALID_ARGUMENT' });
});

describe('the event log', () => {
	beforeEach(async () => {
		await site.events.flush();
		await sql`truncate log_entries`.execute(owner);
	});
	const look = async (filter: object = {}) => {
		await site.events.flush();
		return (await site.callAs('adminGetLog', filter, admin)) as Page<LogEntry>;
	};

	test('records sign-in attempts with user and network, without email or password', async () => {
		const user = await site.signUp();
		await site.post('/auth/sign-in/email', { email: user.email, password: 'wrong horse battery' });
		await site.post('/auth/sign-in/email', { email: user.email, password: PASSWORD });
		const { items } = await look({ source: 'sign-in' });
		expect(items.map(({ what, outcome, user: who }) => [what, outcome, who?.uid])).toEqual([
			['/auth/sign-in/email', 'done', user.uid],
			['/auth/sign-in/email', 'auth/invalid-credential', undefined],
			['/auth/sign-up/email', 'done', user.uid],
		]);
		expect(items[0]).toMatchObject({ network: '127.0.0.x', user: { name: user.email } });
		expect((await look({ uid: user.uid })).items).toHaveLength(2);
		expect((await look({ failed: true })).items.map(({ outcome }) => outcome)).toEqual(['auth/invalid-credential']);
		expect(await look({ failed: true, after: items[1]?.id })).toEqual({ items: [], nextCursor: null });
		const { rows } = await sql<{ text: string }>`select log_entries::text as text from log_entries`.execute(owner);
		for (const secret of [user.email, PASSWORD]) expect(JSON.stringify(rows)).not.toContain(secret);
	});

	test('records each vendor response about an order, and responses about balance or stock only if they are unclear', async () => {
		const orderId = `LP-${randomUUID()}`;
		const vendor = withEvents(
			{
				name: 'rbxcrate',
				create: async () => ({ kind: 'refused', reason: 'regional-pricing' }),
				info: async () => ({ kind: 'found', order: { status: 'Completed' } }),
				stock: async () => ({ kind: 'known', stock: { direct: 1, network: 1 } }),
				balance: async () => ({ kind: 'unclear', problem: 'no answer' }),
			} as unknown as Vendor,
			site.events,
		);
		await vendor.create({ orderId } as never);
		await vendor.info(orderId);
		await vendor.stock();
		await vendor.balance();
		const { items } = await look({ source: 'vendor' });
		expect(items.map(({ what, outcome, note }) => [what, outcome, note])).toEqual([
			['rbxcrate balance', 'unclear', 'no answer'],
			['rbxcrate info', 'done', 'Completed'],
			['rbxcrate create', 'refused', 'regional-pricing'],
		]);
		expect((await look({ orderId })).items).toHaveLength(2);
	});

	test('keeps entries for 90 days, and the app role cannot change or delete them', async () => {
		for (const days of [91, 89]) {
			await sql`
				insert into log_entries (at, source, what, outcome)
				values (now() - ${days} * interval '1 day', 'job', 'check-books', 'done')
			`.execute(owner);
		}
		await purgeEvents({ owner, clock: { now: () => Date.now() } });
		expect((await look({ source: 'job' })).items).toHaveLength(1);
		await expect(sql`delete from log_entries`.execute(db)).rejects.toThrow(/permission denied/);
		await expect(sql`update log_entries set outcome = 'done'`.execute(db)).rejects.toThrow(/permission denied/);
	});

	test('drops network and device of a deleted account', async () => {
		const user = await site.signUp();
		await site.events.flush();
		await site.callAs('adminDeleteUser', { uid: user.uid, reason: 'They asked us to.' }, admin);
		expect((await look({ uid: user.uid })).items).toMatchObject([
			{ what: '/auth/sign-up/email', network: null, device: null },
		]);
	});
});
