import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CallError } from '../../contract/errors.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { SecondPersonNeeded } from '../../server/accounts/second-person.ts';
import { findWallet } from '../../server/ledger/wallet.ts';
import { cellOf, type Database, hasRow, inTransaction, rowsOf } from '../../server/lib/db/database.ts';
import { createSecretBox } from '../../server/lib/secrets/secret-box.ts';
import type { Platform } from '../../server/platform/platform.ts';
import { eraseWithdrawals } from '../../server/withdrawals/erase-user.ts';
import {
	adminAddPayoutCodes,
	adminRemovePayoutCodes,
	adminSetPayoutMethod,
	hashOf,
	resealCodes,
} from '../../server/withdrawals/gift-cards/codes.ts';
import { adminPayWithCode } from '../../server/withdrawals/gift-cards/pay-with-code.ts';
import { selectCodesOf } from '../../server/withdrawals/gift-cards/store-codes.ts';
import { listDue, workOff } from '../../server/withdrawals/payouts/payouts.ts';
import { payoutTimes } from '../../server/withdrawals/payouts/record-outcome.ts';
import { requestPayout } from '../../server/withdrawals/request/process-withdrawal.ts';
import { refuseManualPayout, takeManualPayout } from '../../server/withdrawals/review/manual-payout.ts';
import { createManual } from '../../server/withdrawals/vendors/manual.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';
import { Crash, createCrashableProcess } from '../crashes/crashable-process.ts';
import { openTestDatabase } from '../support/database.ts';
import { dumpRows, tablesWith } from '../support/dump.ts';
import { addAdmins, adminContext, approving, testMemory } from '../support/stubs.ts';
import { actorOf, callerOf, requestDepsOf, screenNothing, userWith, workerOf } from './fake-withdrawals.ts';

const { app, appPool, owner } = openTestDatabase({ poolSize: 12 });
const [ada, ben] = [adminContext(), adminContext()];
const clock = { nowMs: Date.UTC(2027, 0, 1), now: () => clock.nowMs };
const times = payoutTimes({ timeoutMs: 15_000, reconcileMinMs: 5_000, reconcileMaxMs: 300_000 });
const secretBox = createSecretBox('a key of these tests');
// Dying after a step leaves the database as dying before the next one does.
const STRIDE = process.env.LOOTPASS_PAYOUTS !== undefined ? 1 : 2;
const [AMOUNT, VALUE] = [100, 0.5];
const staffDeps = (db: Database = app) => ({ db, clock, secretBox, memory: testMemory, wakePayouts() {} });
const settings = { method: 'gift-card', is_on: true, usd_per_thousand: 5, amount_min: 50, reason: 'test' } as const;

const newCode = () => `GIFT-${randomUUID()}`;
function newUser(): Promise<string> {
	const userId = randomInt(1, 2 ** 40);
	return userWith({ db: app, clock }, { username: `p${userId}`, userId }, asRobuxCents(500_000));
}
const add = (...added: string[]) => adminAddPayoutCodes(staffDeps(), { value: VALUE, codes: added }, ada);

function ask(uid: string, { amount = AMOUNT, requestId = randomUUID() as string, db = app } = {}) {
	const deps = requestDepsOf({ db, clock, platform: {} as Platform, currentVendor: { name: 'rbxcrate' } });
	return requestPayout(deps, { method: 'gift-card', amount, requestId }, callerOf(actorOf(uid)));
}

async function work(uid: string, db: Database = app, vendor: Vendor = createManual({ db, clock })): Promise<void> {
	const deps = workerOf(vendor, { db, clock, times });
	for (let round = 0; round < 4; round += 1) {
		for (const row of await listDue(deps, 100)) if (row.uid === uid) await workOff(deps, row);
		clock.nowMs += 60_000;
	}
}

const stateOf = (uid: string) => cellOf<string>(owner)`select state from withdrawals where uid = ${uid}`;
const codesOf = (uid: string) => inTransaction(app, (tx) => selectCodesOf(tx, uid));
const opened = async (uid: string) =>
	(await codesOf(uid)).map(({ id, sealed }) => secretBox.open(sealed ?? '', `payout code ${id}`));
const reason = (error: CallError) => (error.details as { reason?: string } | undefined)?.reason;
const refusalOf = (act: Promise<unknown>) => act.then(() => 'none' as const, reason);

beforeAll(async () => {
	await addAdmins(app, ada, ben);
	await screenNothing(app);
});
beforeEach(async () => {
	await adminSetPayoutMethod(staffDeps(), settings, approving(ada));
	await adminRemovePayoutCodes(staffDeps(), { value: VALUE, reason: 'test' }, approving(ada));
});

async function expectPaidOnce(uid: string, about: string): Promise<string> {
	const found = await opened(uid);
	const balance = ((await findWallet(app, uid))?.balance ?? 0) / 100;
	const notices = await rowsOf<{ data: object }>(owner)`select data from notices where uid = ${uid}`;
	const ended = { state: await stateOf(uid), codes: found.length, balance, notices: notices.length };
	expect(ended, about).toEqual({ state: 'completed', codes: 1, balance: 5_000 - AMOUNT, notices: 1 });
	expect(notices[0]?.data).toMatchObject({ method: 'gift-card' });
	return found[0] as string;
}

/** Each path is repeated as a client, a worker and an admin repeat it after a crash. */
const paths = {
	async 'from stock'(uid: string, requestId: string, code: string, db: Database, vendor?: Vendor) {
		await ask(uid, { requestId, db });
		await adminAddPayoutCodes(staffDeps(db), { value: VALUE, codes: [code] }, ada).catch((error) => {
			if (reason(error) !== 'codes-known') throw error;
		});
		await work(uid, db, vendor);
	},
	async 'with a code entered by hand'(uid: string, requestId: string, code: string, db: Database, vendor?: Vendor) {
		const { order_id: orderId } = await ask(uid, { requestId, db });
		await work(uid, db, vendor);
		for (const act of [
			() => takeManualPayout(staffDeps(db), { orderId }, ada),
			() => adminPayWithCode(staffDeps(db), { orderId, code }, ada),
		])
			await act().catch((error) => {
				if (!(error instanceof CallError)) throw error;
			});
		await work(uid, db, vendor);
	},
};

test.each(Object.entries(paths))(
	'a crash at any step of a gift card paid %s pays one code once',
	async (name, path) => {
		let crashes = 0;
		for (const when of ['before', 'after'] as const) {
			for (let diesAt = 1, hasSurvived = false; !hasSurvived; diesAt += STRIDE) {
				const [uid, requestId, code] = [await newUser(), randomUUID(), newCode()];
				const manual = createManual({ db: app, clock });
				const { db, isDead } = createCrashableProcess(appPool, manual, diesAt, when);
				await path(uid, requestId, code, db).catch((error) => {
					if (!(error instanceof Crash)) throw error;
				});
				hasSurvived = !isDead();
				crashes += Number(isDead());
				clock.nowMs += times.settleMs;
				await path(uid, requestId, code, app);
				expect(await expectPaidOnce(uid, `${name}, dies ${when} step ${diesAt}`)).toBe(code);
				expect(await cellOf(owner)`select count(*)::int from payout_codes where withdrawal_id is null`).toBe(0);
			}
		}
		expect(crashes).toBeGreaterThan(40 / STRIDE);
	},
);

test('two workers and two admins give one code to one of two orders', async () => {
	const [first, second] = [await newUser(), await newUser()];
	const orders = [(await ask(first)).order_id, (await ask(second)).order_id] as const;
	await work(first);
	await work(second);
	await takeManualPayout(staffDeps(), { orderId: orders[0] }, ada);
	await takeManualPayout(staffDeps(), { orderId: orders[1] }, ben);
	expect(await refusalOf(adminPayWithCode(staffDeps(), { orderId: orders[0] }, ben))).toBe('payout-taken');
	expect(await refusalOf(adminPayWithCode(staffDeps(), { orderId: orders[0] }, ada))).toBe('no-free-code');
	const code = newCode();
	await add(code);
	const paid = await Promise.all([
		refusalOf(adminPayWithCode(staffDeps(), { orderId: orders[0] }, ada)),
		refusalOf(adminPayWithCode(staffDeps(), { orderId: orders[1] }, ben)),
		refusalOf(adminPayWithCode(staffDeps(), { orderId: orders[0] }, ada)),
	]);
	expect(paid.filter((refusal) => refusal === 'none')).toHaveLength(1);
	await Promise.all([work(first), work(second), work(first), work(second)]);
	expect([...(await opened(first)), ...(await opened(second))]).toEqual([code]);
	const unpaid = orders[(await stateOf(first)) === 'completed' ? 1 : 0];
	const by = unpaid === orders[0] ? ada : ben;
	expect(await refusalOf(adminPayWithCode(staffDeps(), { orderId: unpaid, code }, by))).toBe('code-used');
	await refuseManualPayout(staffDeps(), { orderId: unpaid, reason: 'No card.' }, by);
	await Promise.all([work(first), work(second)]);
	expect([await stateOf(first), await stateOf(second)].toSorted()).toEqual(['completed', 'failed']);
});

test('refuses bad requests and codes without an effect', async () => {
	const uid = await newUser();
	const codes = [newCode(), newCode()] as const;
	await add(...codes);
	const again = [newCode(), ` ${codes[1].toLowerCase().replaceAll('-', ' ')} `];
	const refused = await add(...again).catch((error) => error);
	expect(refused).toMatchObject({ code: 'already-exists', message: expect.stringContaining('repeated: 2.') });
	expect(refused.message).not.toContain(codes[1]);
	expect(await refusalOf(add(newCode(), again[0] as string, again[0] as string))).toBe('codes-known');
	for (const amount of [49, 1_501, Number.NaN]) expect(await refusalOf(ask(uid, { amount }))).toBe('gift-card-amount');
	expect(await refusalOf(ask(uid, { amount: 50.5 }))).toBe('amount-not-whole');
	const removal = adminRemovePayoutCodes(staffDeps(), { value: VALUE, reason: 'test' }, ada);
	await expect(removal).rejects.toBeInstanceOf(SecondPersonNeeded);
	const off = adminSetPayoutMethod(staffDeps(), { ...settings, is_on: false }, ada);
	expect(await off).toMatchObject({ is_on: false, free_codes: [{ value: VALUE, count: 2 }] });
	expect(await refusalOf(ask(uid))).toBe('payout-method-off');
	for (const change of [settings, { ...settings, usd_per_thousand: 9 }]) {
		await expect(adminSetPayoutMethod(staffDeps(), change, ada)).rejects.toBeInstanceOf(SecondPersonNeeded);
	}
	expect(await rowsOf(owner)`select from withdrawals where uid = ${uid}`).toEqual([]);
	await adminSetPayoutMethod(staffDeps(), settings, approving(ada));
	for (const looser of [{ usd_per_thousand: 5.01 }, { amount_min: 49 }]) {
		const change = adminSetPayoutMethod(staffDeps(), { ...settings, ...looser }, ada);
		await expect(change).rejects.toBeInstanceOf(SecondPersonNeeded);
	}
	const requestId = randomUUID();
	const order = await ask(uid, { requestId });
	expect(await ask(uid, { requestId })).toEqual(order);
	expect(await refusalOf(ask(uid, { requestId, amount: 60 }))).toBe('request-id-reused');
	expect(await refusalOf(ask(uid))).toBe('order-already-open');
});

test.each([true, false])('an order has the linked game account if that is proven: %s', async (isProven) => {
	const uid = await newUser();
	await sql`
		insert into linked_game_accounts (platform_user_id, uid, roblox_username, linked_at, proven_at)
		select platform_user_id, uid, roblox_username, now(), case when ${isProven} then now() end from users where uid = ${uid}
	`.execute(owner);
	await ask(uid);
	expect(await hasRow(owner)`select from withdrawals where uid = ${uid} and platform_user_id is not null`).toBe(
		isProven,
	);
});

test('above the approval limit a code waits for two admins, and no table, proposal or record holds it in clear', async () => {
	await sql`update adjustment_settings set approval_above = 5000`.execute(owner);
	const [uid, code, spare] = [await newUser(), newCode(), newCode()];
	await add(spare);
	const { order_id: orderId } = await ask(uid);
	await work(uid);
	expect(await stateOf(uid)).toBe('unknown');
	await takeManualPayout(staffDeps(), { orderId }, ada);
	const alone = await adminPayWithCode(staffDeps(), { orderId, code }, ada).catch((error) => error);
	expect(alone).toBeInstanceOf(SecondPersonNeeded);
	expect(alone.about).toEqual({ amount: AMOUNT * 100, input: { orderId } });
	await adminPayWithCode(staffDeps(), { orderId }, approving(ben, ada.actor.uid));
	await work(uid);
	await sql`update adjustment_settings set approval_above = 100000`.execute(owner);

	const paid = await expectPaidOnce(uid, 'by two');
	const [given] = await codesOf(uid);
	expect([code, spare]).toContain(paid);
	expect(given?.hash).toEqual(hashOf(given?.salt ?? Buffer.alloc(0), paid));
	const dump = await dumpRows(owner);
	for (const text of [code, spare]) expect(tablesWith(dump, text)).toEqual([]);

	const to = createSecretBox('the next key');
	await inTransaction(app, (tx) => resealCodes(tx, { from: secretBox, to }));
	const [resealed] = await codesOf(uid);
	expect(to.open(resealed?.sealed ?? '', `payout code ${resealed?.id}`)).toBe(paid);
	await inTransaction(app, (tx) => resealCodes(tx, { from: to, to: secretBox }));

	await inTransaction(app, (tx) => eraseWithdrawals(tx, { uid }));
	const left = await rowsOf(owner)`select sealed, salt, hash from payout_codes where uid = ${uid}`;
	expect(left).toEqual([{ sealed: null, salt: null, hash: null }]);
	expect(await refusalOf(add(paid))).toBe('codes-known');
});
