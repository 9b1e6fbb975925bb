import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { HOUR_MS } from '../../contract/durations.ts';
import { signed } from '../../test/partners/play.ts';
import { openDeletions } from '../../test/support/deletions.ts';
import { dumpRows } from '../../test/support/dump.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { ensureUserRecord } from '../accounts/user-record/ensure-user-record.ts';
import { adminGetBusiness } from '../admin/dashboard/get-business.ts';
import { rowsOf } from '../lib/db/database.ts';
import { listLossAlerts } from '../offerwalls/booking/chargebacks/chargeback.ts';
import { releaseHeldCredits } from '../offerwalls/booking/release-held-credits.ts';
import { eraseLatePostbacks, erasePostbacks } from '../offerwalls/postbacks/erase-user.ts';
import { vendorWebhook } from '../withdrawals/vendors/vendor-webhook.ts';

const { database, payouts, walls, holding, remove, newUser, take, walletOf, linesOf, earnedFrom } = openDeletions();
const { app, owner } = database;
const { clock } = payouts;

/** Waits for logs that earlier tests still write. */
async function settledRows(): Promise<string[]> {
	for (let rows = await dumpRows(owner); ; ) {
		await sleep(500);
		const later = await dumpRows(owner);
		if (isDeepStrictEqual(rows, later)) return rows;
		rows = later;
	}
}

test.each([
	[60, ['forfeit 6000']],
	[0, []],
])('a balance of %d R$ is forfeited, and the wallet is closed', async (robux, lines) => {
	const uid = await newUser(robux);
	await remove(uid);
	expect(await walletOf(uid)).toEqual({ balance: 0, pending: 0, closed: true });
	expect((await linesOf(uid)).filter((line) => line.startsWith('forfeit'))).toEqual(lines);
});

test('a debt stays in the books unchanged', async () => {
	const [uid, tx] = [await newUser(), randomUUID()];
	await walls().send(signed('wannads', uid, tx));
	await take(uid, 80);
	await walls().send(signed('wannads', uid, tx, { transId: '{new}', status: '2' }));
	const before = await linesOf(uid);
	await remove(uid);
	expect(await walletOf(uid)).toEqual({ balance: -8_000, pending: 0, closed: true });
	expect(await linesOf(uid)).toEqual(before);
});

test('held credits are released and forfeited, undecided ones are cancelled, and partner figures stay unchanged', async () => {
	const uid = await newUser(5);
	await holding().send(signed('wannads', uid, randomUUID()));
	await holding().send(signed('wannads', uid, randomUUID()));
	await walls().send(signed('adgate', uid, randomUUID(), { state: 'pending' }));
	expect(await walletOf(uid)).toMatchObject({ balance: 500, pending: 30_000 });
	const earned = [await earnedFrom('wannads'), await earnedFrom('adgate')];
	await remove(uid);
	expect(await walletOf(uid)).toEqual({ balance: 0, pending: 0, closed: true });
	const released = ['credit-release 10000', 'credit-release 10000', 'credit-cancel 10000', 'forfeit 20500'];
	expect((await linesOf(uid)).slice(-4)).toEqual(released);
	expect([await earnedFrom('wannads'), await earnedFrom('adgate')]).toEqual(earned);
	const left = await linesOf(uid);
	clock.advance(100 * HOUR_MS);
	await releaseHeldCredits({ db: app, clock, log: silentLog, publish: () => {} });
	expect(await linesOf(uid)).toEqual(left);
});

test("reversals after the deletion are booked once as a loss and reduce the partner's debt", async () => {
	const [uid, tx, held] = [await newUser(), randomUUID(), randomUUID()];
	await walls().send(signed('wannads', uid, tx));
	await holding().send(signed('wannads', uid, held));
	await take(uid, 80);
	await remove(uid);
	const lostToday = async () => {
		const deps = { db: app, clock, walls: [], payoutCostOfThousand: undefined };
		return (await adminGetBusiness(deps, { days: 1, tz: 'UTC' })).days[0]?.lost ?? 0;
	};
	const before = await lostToday();
	const [lines, wallet, earned] = [await linesOf(uid), await walletOf(uid), await earnedFrom('wannads')];
	const reversal = (of: string) => signed('wannads', uid, of, { transId: '{new}', status: '2' });
	const answers = await Promise.all([
		...Array.from({ length: 6 }, () => walls().send(reversal(tx))),
		walls().send(reversal(held)),
	]);
	expect(answers.map(({ body }) => body).toSorted()).toEqual([...Array(5).fill('DUP'), 'OK', 'OK']);
	expect((await linesOf(uid)).slice(lines.length)).toEqual(['loss 10000', 'loss 10000']);
	expect(await walletOf(uid)).toEqual(wallet);
	expect(await earnedFrom('wannads')).toBe(earned - 1_000_000);
	expect((await walls().outcomesOf(uid)).toSorted()).toEqual([
		'booked',
		'held',
		...Array(5).fill('replayed'),
		...Array(2).fill('reversed'),
	]);
	expect(await lostToday()).toBe(before + 200);
	expect(await listLossAlerts({ db: app, clock, words: { currencySign: 'R$' } })).toMatchObject([
		{ kind: 'losses', message: expect.stringContaining('200 R$') },
	]);
});

test('callbacks after the deletion get a success response and are recorded, but book nothing', async () => {
	const [uid, booked, waiting] = [await newUser(), randomUUID(), randomUUID()];
	await walls().send(signed('wannads', uid, booked));
	await walls().send(signed('wannads', uid, waiting, { transId: '{new}', status: '2' }));
	await remove(uid);
	const state = async () => [await linesOf(uid), await walletOf(uid), await earnedFrom('wannads')];
	const before = await state();

	const late = [
		signed('wannads', uid, booked),
		signed('wannads', uid, randomUUID()),
		signed('wannads', uid, waiting),
		signed('wannads', uid, randomUUID(), { transId: '{new}', status: '2' }),
	];
	const answers = [];
	for (const postback of late) answers.push(await walls().send(postback));
	const bodies = ['DUP', 'OK', 'OK', 'OK'];
	expect(answers).toEqual(bodies.map((body) => ({ status: 200, body })));
	expect(await holding().send(signed('wannads', uid, randomUUID()))).toEqual({ status: 200, body: 'OK' });
	expect((await walls().send(signed('adgate', uid, randomUUID(), { state: 'pending' }))).status).toBe(200);
	expect(await state()).toEqual(before);
	expect((await walls().outcomesOf(uid)).slice(2)).toEqual(['replayed', ...Array(5).fill('unknown-user')]);
});

test('a postback with another amount for a booked transaction is a conflict', async () => {
	const [uid, tx] = [await newUser(), randomUUID()];
	await walls().send(signed('wannads', uid, tx));
	await remove(uid);
	expect((await walls().send(signed('wannads', uid, tx, { reward: '101' }))).status).toBe(409);
});

test('a callback cannot move a booked credit to another user if its signature does not cover the user', async () => {
	const [uid, other, tx] = [await newUser(), await newUser(), randomUUID()];
	const weak = walls().walls.find((wall) => wall.isWeak)?.id ?? '';
	await walls().send(signed(weak, uid, tx));
	await remove(uid);
	expect((await walls().send(signed(weak, other, tx))).status).toBe(409);
});

test("postbacks lose request text and IP address: earlier ones in the deletion's job, later ones in the periodic job", async () => {
	const [uid, other] = [await newUser(), await newUser()];
	await walls().send(signed('wannads', uid, randomUUID()));
	await walls().send(signed('wannads', uid, randomUUID()), (text) => text.replace('reward=100', 'reward=900'));
	await walls().send(signed('wannads', other, randomUUID()));
	const stored = async () => {
		const rows = await rowsOf(owner)`
			select from callbacks where (strpos(request, ${uid}) > 0 or uid = ${uid}) and (request <> '' or ip <> '')
		`;
		return rows.length;
	};
	await remove(uid);
	expect(await stored()).toBe(2);
	await erasePostbacks({ db: app });
	expect(await stored()).toBe(0);

	await walls().send(signed('wannads', uid, randomUUID()));
	await walls().send(signed('wannads', uid, randomUUID(), { reward: '0' }));
	expect(await stored()).toBe(2);
	await eraseLatePostbacks({ db: app, clock });
	expect(await stored()).toBe(0);
	expect(await rowsOf(owner)`select from callbacks where uid = ${other} and request <> '' and ip <> ''`).toHaveLength(
		1,
	);
});

test('a callback of the vendor about an old order changes nothing', async () => {
	const actor = await payouts.newUser(60);
	await ensureUserRecord({ db: app, clock }, actor.uid);
	const { order_id } = await payouts.submit(actor);
	await payouts.workUntilClosed(actor.uid);
	await remove(actor.uid);
	const before = await settledRows();
	const parseWebhook = () => ({ kind: 'order', orderId: order_id, isSigned: true }) as const;
	const vendors = new Map([['rbxcrate', { ...payouts.vendor(), parseWebhook }]]);
	const deps = { db: app, clock, log: silentLog, vendors, wakePayouts() {} };
	expect(await vendorWebhook(deps, 'rbxcrate', {})).toBe('received');
	await payouts.work(actor.uid);
	expect(await dumpRows(owner)).toEqual(before);
});
