import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { LedgerLine } from '../../../contract/admin/user.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents, asUsdMicros } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import { openAdmin, openAdminSite, type Person, plainWall } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { NewTransfer } from '../../ledger/transfer.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { insertWithdrawal } from '../../withdrawals/store.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const site = openAdminSite(database, { walls: [plainWall()] });
const admin = openAdmin(site);

const book = (uid: string, transfer: Omit<NewTransfer, 'uid' | 'atMs' | 'amount'> & { amount: number }) =>
	inTransaction(db, (tx) =>
		postTransfer(tx, { ...transfer, amount: asRobuxCents(transfer.amount), uid, atMs: Date.now() }),
	);
const get = async (uid: string) => (await site.callAs('adminGetUser', { uid }, admin)) as CallResult<'adminGetUser'>;
const ledger = async (uid: string, more: object = {}) =>
	(await site.callAs('adminGetUserLedger', { uid, ...more }, admin)) as Page<LedgerLine>;

async function userWithHistory(): Promise<{ user: Person; orderId: string }> {
	const user = await site.signUp();
	const { uid } = user;
	const memo = { payoutMicros: asUsdMicros(150_000), offerId: 'o1', offerName: 'A survey' };
	await book(uid, { kind: 'credit', wall: 'w', amount: 1_500, reference: 'offer/w/a/b/credit', memo });
	await book(uid, { kind: 'credit', wall: 'w', amount: 500, reference: 'offer/w/c/credit' });
	await book(uid, { kind: 'reversal', wall: 'w', amount: 500, reference: 'offer/w/c/reversal' });
	const orderId = `LP-${randomUUID()}`;
	await inTransaction(db, async (tx) => {
		const id = randomUUID();
		const amount = asRobuxCents(800);
		const order = { orderId, requestId: null, robloxUsername: 'robin', vendor: 'rbxcrate', isPreOrder: false };
		const game = { method: 'game-pass' as const, platformUserId: 1, placeId: 1, universeId: 1, passId: 1 };
		await insertWithdrawal(tx, { uid, id, amount, price: 11, createdAt: new Date(), ...order, ...game });
		const reference = `withdrawal/${id}/hold`;
		await postTransfer(tx, { uid, kind: 'withdrawal-hold', amount, reference, atMs: Date.now() });
	});
	return { user, orderId };
}

test('shows when and with which code mails to a user were refused', async () => {
	const { uid } = await site.signUp();
	expect((await get(uid)).profile.mail_refused).toBeNull();
	await sql`update users set mail_refused_at = to_timestamp(5), mail_refused_code = 550 where uid = ${uid}`.execute(
		owner,
	);
	expect((await get(uid)).profile.mail_refused).toEqual({ at: 5_000, code: 550 });
});

test("shows a user's profile, flags, wallet and sessions", async () => {
	const { user } = await userWithHistory();
	await site.callAs('adminPauseUser', { uid: user.uid, reason: 'We look into it.' }, admin);
	expect(await get(user.uid)).toMatchObject({
		uid: user.uid,
		profile: { email: user.email, name: 'Robin', birth_year: 2000, role: null },
		flags: { banned_at: null, paused_reason: 'We look into it.', deleted_at: null, chargebacks_to_ban: 3 },
		wallet: { robux: 7, pending: 0, earned: 15, withdrawn: 0, held: 8, adjusted: 0 },
		sessions: [{ network: '127.0.0.x', isCurrent: false }],
		adjustments: [],
	});
	expect(JSON.stringify(await get(user.uid))).not.toContain('127.0.0.1');
});

test('ledger lines show amount, purpose and balance, on every page the same', async () => {
	const { user, orderId } = await userWithHistory();
	const { items } = await ledger(user.uid);
	expect(items.map(({ kind, change, balance_after }) => [kind, change, balance_after])).toEqual([
		['withdrawal-hold', -8, 7],
		['reversal', -5, 15],
		['credit', 5, 20],
		['credit', 15, 15],
	]);
	expect(items[0]).toMatchObject({ from: 'wallet', to: 'payouts:held', order_id: orderId, wall: null });
	expect(items[3]).toMatchObject({
		from: 'partner:w',
		wall: { id: 'w', name: 'Wall' },
		transaction_id: 'a/b',
		offer_id: 'o1',
		offer_name: 'A survey',
		payout: 0.15,
		order_id: null,
	});
	const first = await ledger(user.uid, { limit: 2 });
	await book(user.uid, { kind: 'credit', wall: 'w', amount: 100, reference: 'offer/w/later/credit' });
	const second = await ledger(user.uid, { limit: 2, cursor: first.nextCursor });
	expect([...first.items, ...second.items]).toEqual(items);
	expect(second.nextCursor).toBeNull();
	expect(await ledger(user.uid, { cursor: 'nonsense' })).toMatchObject({ status: 'INVALID_ARGUMENT' });
});

test('offers and withdrawals are paged', async () => {
	const { user, orderId } = await userWithHistory();
	const offers = (await site.callAs('adminGetUserOffers', { uid: user.uid, limit: 2 }, admin)) as Page<object>;
	expect(offers.items).toMatchObject([{ kind: 'reversal' }, { kind: 'credit' }]);
	expect(offers.nextCursor).not.toBeNull();
	expect(await site.callAs('adminGetUserWithdrawals', { uid: user.uid }, admin)).toMatchObject({
		items: [{ order_id: orderId, state: 'requested', status: 'Pending', amount: 8, vendor: 'rbxcrate' }],
		nextCursor: null,
	});
});

test('shows the remains of a deleted account and nothing for an unknown user', async () => {
	const user = await site.signUp();
	await book(user.uid, { kind: 'credit', wall: 'w', amount: 500, reference: 'offer/w/x/credit' });
	await site.callAs('adminDeleteUser', { uid: user.uid, reason: 'They asked us to.' }, admin);
	expect(await get(user.uid)).toMatchObject({
		profile: { email: null, name: null },
		flags: { deleted_at: expect.any(Number) },
		wallet: { robux: 0, earned: 5 },
		sessions: [],
	});
	expect((await ledger(user.uid)).items.map(({ kind }) => kind)).toEqual(['forfeit', 'credit']);
	expect(await get(randomUUID())).toMatchObject({ status: 'NOT_FOUND' });
});

test('chargebacks are forgiven once, with an audit entry', async () => {
	const { user } = await userWithHistory();
	await sql`insert into chargebacks (uid, transfer_id, at) values (${user.uid}, 1, now())`.execute(owner);
	const forgive = () => site.callAs('adminForgiveChargebacks', { uid: user.uid, reason: 'The wall erred.' }, admin);
	expect([await forgive(), await forgive()]).toEqual([{ forgiven: 1 }, { forgiven: 0 }]);
	expect(await get(user.uid)).toMatchObject({ flags: { chargebacks: 0, chargebacks_forgiven: 1 } });
	const { rows } = await sql`select action from audit_entries where uid = ${user.uid}`.execute(owner);
	expect(rows).toEqual([{ action: 'forgive-chargebacks' }]);
	await sql`delete from chargebacks where uid = ${user.uid}`.execute(owner);
});
