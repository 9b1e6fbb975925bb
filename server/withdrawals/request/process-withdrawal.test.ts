import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallError } from '../../../contract/errors.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { type Reason, refusal } from '../../../contract/refusals.ts';
import { withdrawalCalls } from '../../../contract/withdrawals/withdrawals.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase, waitingStatements } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { type Actor, noRateLimit } from '../../lib/http/callers.ts';
import { checkPass } from './process-withdrawal.ts';

const database = openTestDatabase({ poolSize: 25 });
const payouts = openPayouts(database);
const { submit, newUser, balance, history, places, requestsTo, spoil } = payouts;

async function change({ uid }: Actor, columns: Record<string, unknown>): Promise<void> {
	for (const [name, value] of Object.entries(columns)) {
		const more = {
			ban_reason: sql`, banned_at = now(), ban_rule = 'staff@1'`,
			paused_reason: sql`, pause_rule = ${value === null ? null : 'staff@1'}`,
		}[name];
		await sql`update users set ${sql.ref(name)} = ${value} ${more ?? sql``} where uid = ${uid}`.execute(database.owner);
	}
}

const unlinked = { roblox_username: null, platform_user_id: null };
const refused = (code: CallError['code'], reason: Reason, params?: object) => {
	return { code, message: refusal(reason, params as never).message };
};

// spec: 3.withdrawal
test('a valid withdrawal debits the balance, creates an order and wakes the workers', async () => {
	const actor = await newUser(80);
	const wakePayouts = vi.fn();
	const result = await submit(actor, {}, { ...payouts.requestDeps(), wakePayouts });
	expect(result).toMatchObject({ status: 'Pending', amount: 50, price: 71 });
	expect(wakePayouts).toHaveBeenCalledOnce();
	expect(result.order_id).toMatch(/^W-[0-9A-HJKMNP-Z]{16}$/);
	expect(await balance(actor.uid)).toBe(30);
	expect(await history(actor.uid)).toMatchObject([{ id: result.id, order_id: result.order_id, is_refunded: false }]);
	expect(payouts.published).toEqual([actor.uid]);
});

// spec: 5.amount-number, 9.amount
describe('a refused withdrawal', () => {
	let actor: Actor;
	beforeEach(async () => {
		actor = await newUser(60);
	});

	async function expectNothingHeld({ isPlatformQueried = true } = {}) {
		if (!isPlatformQueried) expect(await requestsTo('platform')).toBe(0);
		expect(await balance(actor.uid)).toBe(60);
		expect(await history(actor.uid)).toEqual([]);
		expect(await requestsTo('vendor')).toBe(0);
		expect(payouts.published).toEqual([]);
	}

	const unfilled = refused('invalid-argument', 'fill-in-all-fields');
	const regional = refused('failed-precondition', 'regional-pricing-on');
	const tooSmall = refused('out-of-range', 'balance-too-small', { balance: 60, currency: 'R$' });
	const supporter = { id: expect.any(Number), name: 'Supporter 50', price: 71 };
	const notYours = refused('permission-denied', 'not-your-username');
	const noPass = (details?: object) => ({ ...refused('not-found', 'no-pass-found'), ...(details && { details }) });

	test.each<[string, Record<string, unknown>, object, { profile?: Record<string, unknown> }?]>([
		['a missing payload', { roblox_username: null, placeId: null, amount: null }, unfilled],
		['a blank name', { roblox_username: '  ' }, unfilled],
		['an empty amount', { amount: '' }, unfilled],
		['a missing field before a bad amount', { placeId: null, amount: 1 }, unfilled],
		['zero', { amount: 0 }, refused('invalid-argument', 'amount-out-of-range')],
		['an amount below the minimum', { amount: 4.99 }, refused('invalid-argument', 'amount-out-of-range')],
		['an amount above the maximum', { amount: 1500.01 }, refused('invalid-argument', 'amount-out-of-range')],
		['an amount that is not a number', { amount: Number.NaN }, refused('invalid-argument', 'amount-out-of-range')],
		['a fraction of a R$', { amount: 5.5 }, refused('invalid-argument', 'amount-not-whole')],
		["another account's game name", { roblox_username: 'second_player' }, notYours],
		['a profile without a game account', {}, notYours, { profile: unlinked }],
		['an amount above the balance', { amount: 100 }, tooSmall],
		[
			'a paused user',
			{},
			{
				code: 'permission-denied',
				details: expect.objectContaining({ reason: 'paused' }),
				message: expect.stringMatching(/paused.*checking your earnings.*write to /),
			},
			{ profile: { paused_reason: 'We are checking your earnings.' } },
		],
	])('%s is refused before any platform request', async (_name, changed, error, { profile = {} } = {}) => {
		await change(actor, profile);
		await expect(submit(actor, changed)).rejects.toMatchObject(error);
		await expectNothingHeld({ isPlatformQueried: false });
	});

	test.each<[string, object, object, { profile?: Record<string, unknown>; game?: string }?]>([
		[
			'a linked account that is banned on the platform',
			{ roblox_username: 'banned_player' },
			refused('permission-denied', 'game-account-gone', { platform: 'Roblox' }),
			{ profile: { roblox_username: 'banned_player', platform_user_id: 1 } },
		],
		[
			'a price without a pass',
			{ amount: 51 },
			noPass({ passes: expect.arrayContaining([supporter]), reason: 'no-pass-found' }),
		],
		['a pass off sale', { amount: 10 }, noPass(), { game: 'Off-sale Orchard' }],
		['a pass of another seller', { amount: 10 }, noPass(), { game: 'Guild Island' }],
		['a place that does not exist', { placeId: 4_040_404 }, noPass({ passes: [] })],
		['regional pricing', {}, regional, { game: 'Skyline Racers (regional pricing on)' }],
	])('%s is refused after the platform request', async (_name, changed, error, { profile = {}, game } = {}) => {
		await change(actor, profile);
		const request = { ...(game && { placeId: places.get(game) }), ...changed };
		await expect(submit(actor, request)).rejects.toMatchObject(error);
		await expectNothingHeld();
	});

	test('a user with an unverified email is refused with the next step', async () => {
		const deps = payouts.requestDeps({ requireVerifiedEmail: true });
		const request = submit({ ...actor, emailVerified: false }, {}, deps);
		await expect(request).rejects.toMatchObject(refused('permission-denied', 'email-not-verified'));
		await expectNothingHeld({ isPlatformQueried: false });
	});

	test.each([
		['banned', { ban_reason: 'Cheating.', paused_reason: 'we look.' }, 'banned', 'account is banned: Cheating.'],
		['paused', { paused_reason: 'we look.' }, 'paused', 'are paused for your account: we look.'],
		['without a game account', unlinked, 'not-your-username', refusal('not-your-username').message],
	])('a user who is %s when the platform request ends is refused', async (_name, state, reason, message) => {
		const deps = payouts.requestDeps();
		const { listPasses } = deps.platform;
		deps.platform = {
			...deps.platform,
			async listPasses(universeId) {
				await change(actor, state);
				return listPasses(universeId);
			},
		};
		const error = await submit(actor, {}, deps).catch((thrown) => thrown);
		expect(error).toMatchObject({ code: 'permission-denied', details: { reason } });
		expect(error.message).toContain(message);
		await expectNothingHeld();
	});

	test('an unproven game account is refused from the amount that requires proof', async () => {
		const deps = payouts.requestDeps({ proofFrom: asRobuxCents(50_00) });
		const link = (provenAt: Date | null) =>
			sql`
				insert into linked_game_accounts (platform_user_id, uid, roblox_username, linked_at, proven_at)
				select platform_user_id, uid, roblox_username, now(), ${provenAt} from users where uid = ${actor.uid}
				on conflict (platform_user_id) do update set uid = excluded.uid, proven_at = excluded.proven_at
			`.execute(database.owner);
		await link(null);
		const error = { code: 'permission-denied', details: { reason: 'game-account-unproven' } };
		await expect(submit(actor, {}, deps)).rejects.toMatchObject(error);
		await expectNothingHeld({ isPlatformQueried: false });
		await link(new Date());
		await submit(actor, {}, deps);
		expect(await balance(actor.uid)).toBe(10);
		await sql`delete from linked_game_accounts`.execute(database.owner);
	});

	test('a user without a wallet is refused', async () => {
		const stranger = { ...actor, uid: randomUUID() };
		await sql`
			insert into users (uid, roblox_username, platform_user_id, created_at)
			select ${stranger.uid}, roblox_username, platform_user_id, now() from users where uid = ${actor.uid}
		`.execute(database.owner);
		const error = refused('out-of-range', 'balance-too-small', { balance: 0, currency: 'R$' });
		await expect(submit(stranger)).rejects.toMatchObject(error);
	});

	test('a request is refused while the platform does not respond', async () => {
		await spoil('platform', '500', '', 100);
		await expect(submit(actor)).rejects.toMatchObject(refused('unavailable', 'platform-away', { platform: 'Roblox' }));
		await expectNothingHeld();
	});

	test('an amount above the stock is refused if the policy says so', async () => {
		await payouts.control('PATCH', '/control/vendor', { robuxAvailable: 49 });
		const error = await submit(actor, {}, payouts.requestDeps({ stockPolicy: 'refuse' })).catch((thrown) => thrown);
		expect(error).toMatchObject({ ...refused('resource-exhausted', 'out-of-stock'), details: { retryAfter: 300 } });
		expect(await balance(actor.uid)).toBe(60);
		expect(await history(actor.uid)).toEqual([]);
		await payouts.control('PATCH', '/control/vendor', { robuxAvailable: 50 });
		await submit(actor, {}, payouts.requestDeps({ stockPolicy: 'refuse' }));
		expect(await balance(actor.uid)).toBe(10);
	});

	test('a request is refused while payouts are switched off', async () => {
		await payouts.changeSettings({ is_on: false });
		await expect(submit(actor)).rejects.toMatchObject(refused('unavailable', 'payouts-off'));
		await expectNothingHeld();
		await payouts.changeSettings({ is_on: true });
	});
});

test('an open order blocks the next one, and the error names it', async () => {
	const actor = await newUser(200);
	const { order_id } = await submit(actor);
	await expect(submit(actor)).rejects.toMatchObject(refused('aborted', 'order-already-open', { orderId: order_id }));
	expect(await balance(actor.uid)).toBe(150);
});

test('20 concurrent requests make one order', async () => {
	const actor = await newUser(1_000);
	const deps = payouts.requestDeps();
	const results = await Promise.allSettled(Array.from({ length: 20 }, () => submit(actor, {}, deps)));
	expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
	expect(new Set(refused)).toEqual(new Set(['aborted']));
	expect(await balance(actor.uid)).toBe(950);
});

test('a request waits for a concurrent debit and does not hold the same money again', async () => {
	const actor = await newUser(60);
	const { db } = payouts.requestDeps();
	let submitted: Promise<unknown> = Promise.resolve();
	await inTransaction(db, async (tx) => {
		const facts = { uid: actor.uid, amount: asRobuxCents(1_001), reference: 'account/forfeit', atMs: Date.now() };
		await postTransfer(tx, { kind: 'forfeit', ...facts });
		submitted = submit(actor).catch((error: unknown) => error);
		await vi.waitFor(async () => expect(await waitingStatements(database.owner)).toHaveLength(1));
	});
	expect(await submitted).toMatchObject({ code: 'out-of-range' });
	expect(await balance(actor.uid)).toBe(49.99);
});

test('concurrent requests with one request id make one order and get the same answer', async () => {
	const actor = await newUser(1_000);
	const deps = payouts.requestDeps();
	const requestId = randomUUID();
	const results = await Promise.all(Array.from({ length: 10 }, () => submit(actor, { requestId }, deps)));
	expect(new Set(results.map(({ order_id }) => order_id)).size).toBe(1);
	expect(await balance(actor.uid)).toBe(950);
});

test('a repeated request id gets the first result, even after the order finished', async () => {
	const actor = await newUser(1_000);
	const requestId = randomUUID();
	const first = await submit(actor, { requestId });
	await payouts.workUntilClosed(actor.uid);
	expect(await submit(actor, { requestId })).toEqual(first);
	expect(await history(actor.uid)).toMatchObject([{ id: first.id, status: 'Completed' }]);
});

test('a request id cannot be reused for another amount, place or game account', async () => {
	const actor = await newUser(1_000);
	const requestId = randomUUID();
	await submit(actor, { requestId });
	const reused = refused('already-exists', 'request-id-reused');
	for (const other of [{ amount: 49 }, { placeId: places.get('Guild Island') }])
		await expect(submit(actor, { requestId, ...other })).rejects.toMatchObject(reused);
	const roblox_username = 'second_player';
	await change(actor, { roblox_username });
	await expect(submit(actor, { requestId, roblox_username })).rejects.toMatchObject(reused);
});

test.each(['11111111-1111-1111-1111-111111111111', '0196F3A0-0000-7000-8000-00000000ABCD'])(
	'the request id %s is accepted in any UUID version and in either case',
	async (requestId) => {
		const actor = await newUser(1_000);
		const parse = (id: string) => withdrawalCalls.processWithdrawal.input.parse({ requestId: id }).requestId;
		const first = await submit(actor, { requestId: parse(requestId) });
		expect(await submit(actor, { requestId: parse(requestId.toLowerCase()) })).toEqual(first);
		expect(await history(actor.uid)).toHaveLength(1);
	},
);

// spec: open.withdrawal-rules
test('the daily cap counts requests since midnight, except refunded ones', async () => {
	const actor = await newUser(1_000);
	const deps = payouts.requestDeps({ dailyCap: asRobuxCents(100_00) });
	payouts.clock.nowMs = Date.UTC(2030, 0, 1, 12);
	await payouts.control('PATCH', '/control/vendor', { failNext: { reason: 'unknown_error' } });
	for (const status of ['Failed', 'Completed', 'Completed']) {
		await submit(actor, {}, deps);
		await payouts.workUntilClosed(actor.uid);
		expect((await history(actor.uid))[0]?.status).toBe(status);
	}
	await payouts.changeSettings({ is_on: false });
	const requestsBefore = await requestsTo('platform');
	const error = await submit(actor, { amount: 5 }, deps).catch((thrown) => thrown);
	await payouts.changeSettings({ is_on: true });
	expect(error).toMatchObject(refused('resource-exhausted', 'daily-cap-reached'));
	expect(await requestsTo('platform')).toBe(requestsBefore);
	payouts.clock.advance(error.details.retryAfter * 1_000);
	await submit(actor, {}, deps);
	expect(await balance(actor.uid)).toBe(850);
});

const check = (actor: Actor, changes: object, takeFromRateLimit = noRateLimit, rules = {}) => {
	const request = { roblox_username: 'sandbox_player', placeId: places.get('Harbor Builders'), amount: 50, ...changes };
	return checkPass({ ...payouts.requestDeps(rules), takeFromRateLimit }, request, { actor });
};

test('the check finds an existing pass, even with too small a balance, and orders nothing', async () => {
	const actor = await newUser(1);
	expect(await check(actor, {})).toEqual({ price: 71 });
	expect([await balance(actor.uid), await history(actor.uid), await requestsTo('vendor')]).toEqual([1, [], 0]);
});

test('a check is refused like a withdrawal, and a missing pass lists the existing ones', async () => {
	const actor = await newUser(1);
	await expect(check(actor, { amount: 49 })).rejects.toMatchObject({
		code: 'not-found',
		message: refusal('no-pass-found').message,
		details: { passes: expect.arrayContaining([expect.objectContaining({ price: 71 })]) },
	});
	await expect(check(actor, { amount: 4 })).rejects.toMatchObject({ message: refusal('amount-out-of-range').message });
	await expect(check(actor, { placeId: null })).rejects.toMatchObject({ code: 'invalid-argument' });
	await expect(check(actor, { roblox_username: 'other_player' })).rejects.toMatchObject({ code: 'permission-denied' });
});

test('an amount above the daily limit is refused before any platform request', async () => {
	const actor = await newUser(1);
	const requestsBefore = await requestsTo('platform');
	const { message } = refusal('above-daily-cap', { left: 40, currency: 'R$' });
	const rules = { dailyCap: asRobuxCents(40_00) };
	await expect(check(actor, {}, noRateLimit, rules)).rejects.toMatchObject({ message });
	expect(await requestsTo('platform')).toBe(requestsBefore);
});

test('a user over the rate limit is refused before any platform request', async () => {
	const actor = await newUser(1);
	const requestsBefore = await requestsTo('platform');
	const tooOften = vi.fn().mockRejectedValue(new Error('too often'));
	await expect(check(actor, {}, tooOften)).rejects.toThrow('too often');
	expect(await requestsTo('platform')).toBe(requestsBefore);
});
