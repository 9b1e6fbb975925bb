import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { type EventType, eventTypes } from '../../contract/connect/event-types.ts';
import { type EventEndpoint, eventData } from '../../contract/connect/events.ts';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { startFakeProduct } from '../../sandbox/played-product.ts';
import { openAdminSite, type Person, plainWall } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { openWallet } from '../ledger/wallet.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { isLocalUrl } from '../lib/http/outbound.ts';
import { addEvents } from '../lib/outbox.ts';
import { watchAlerts } from '../operations/alerts/notify-channels.ts';
import { deliverDue } from './deliver-events.ts';
import { listPausedEndpoints } from './event-endpoints.ts';
import { purgeDeliveries } from './store-endpoints.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
const { app: db, owner } = database;
const site = openAdminSite(database, { walls: [plainWall()] });
const reason = 'Our bot listens.';
type Heard = { id: string; body: string; headers: Record<string, string>; type: EventType; data: { uid?: string } };
let heard: Heard[] = [];
let answer = (_: Heard) => 204;
let receiver: Awaited<ReturnType<typeof startFakeProduct>>;
let [aheadMs, retryAfter] = [0, '0'];
const clock = { now: () => Date.now() + aheadMs };
let [url, ada, ben] = ['', {} as Person, {} as Person];
beforeAll(async () => {
	receiver = await startFakeProduct(({ body, headers }) => {
		const event = { ...JSON.parse(body), body, headers, id: headers['webhook-id'] };
		heard.push(event);
		return { status: answer(event), body: '', headers: { location: '/elsewhere', 'retry-after': retryAfter } };
	});
	url = `${receiver.url}/events`;
	[ada, ben] = [await site.admin(), await site.admin()];
});
afterAll(() => receiver.close());
beforeEach(async () => {
	[heard, answer, aheadMs, retryAfter] = [[], () => 204, 0, '0'];
	await sql`delete from event_endpoints`.execute(owner);
	await site.deps.endpointWatch.refresh();
});

type Answer = { id: string; secret: string; proposal: string; queued: number };
const call = async (name: string, data: object | null, who = ada) => (await site.callAs(name, data, who)) as Answer;
const ask = (changes: object = {}) =>
	call('adminSaveEndpoint', { url, events: eventTypes, enabled: true, reason, ...changes });
async function save(changes: object = {}): Promise<Answer> {
	const { proposal } = await ask(changes);
	await call('adminDecideProposal', { id: proposal, decision: 'approve', reason }, ben);
	return call('adminTakeSecret', { proposal });
}
const endpoint = async () => ((await site.callAs('adminGetEndpoints', null, ada)) as EventEndpoint[])[0];
const ban = (uid: string) => ({ type: 'user.banned' as const, uid, atMs: clock.now(), data: {} });
const add = (...uids: string[]) => inTransaction(db, (tx) => addEvents(tx, uids.map(ban)));
async function deliverAll(id: string): Promise<void> {
	while ((await deliverDue({ ...site.deps, clock }, id)) > 0);
}
const usersHeard = () => heard.map(({ data }) => data.uid);

test('each cause sends its event, signed and in the form of the contract', async () => {
	const { id, secret } = await save();
	const user = await site.signUp();
	await openWallet(db, user.uid);
	const withdrawal = randomUUID();
	for (const [kind, reference, wall] of [
		['credit', 'offer/w/1/credit', 'w'],
		['withdrawal-hold', `withdrawal/${withdrawal}/hold`],
		['withdrawal-refund', `withdrawal/${withdrawal}/refund`],
		['withdrawal-hold', `withdrawal/${withdrawal}/hold-2`],
		['withdrawal-paid', `withdrawal/${withdrawal}/paid`],
		['reversal', 'offer/w/1/reversal', 'w'],
	] as const) {
		const transfer = { kind, uid: user.uid, amount: asRobuxCents(1_250), reference, wall, atMs: Date.now() };
		await inTransaction(db, (tx) => postTransfer(tx, transfer));
	}
	await site.call('openClaim', { wall_id: 'w', insist: true }, user.accessToken);
	await site.ban(user.uid, reason);
	const alerts = [{ kind: 'books', message: "The books don't balance." }] as const;
	for (const found of [alerts, []]) await watchAlerts({ ...site.deps, listAlerts: async () => [...found] });
	await deliverAll(id);
	expect(heard.filter(({ data }) => data.uid === user.uid).map(({ type }) => type)).toEqual([
		...['credit.booked', 'withdrawal.requested', 'withdrawal.refunded', 'withdrawal.requested', 'withdrawal.paid'],
		...['credit.reversed', 'claim.opened', 'user.banned'],
	]);
	expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(eventTypes));
	for (const { type, body, headers } of heard) {
		expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
		z.strictObject({ type: z.literal(type), timestamp: z.iso.datetime(), data: eventData[type].strict() }).parse(
			JSON.parse(body),
		);
	}
	const credit = { version: 1, uid: user.uid, reference: 'offer/w/1/credit', amount: 12.5, wall_id: 'w' };
	expect(heard.map(({ data }) => data)).toContainEqual(credit);
	expect(heard.map(({ body }) => body).join()).not.toContain(user.email);
});

test('nothing is queued while no endpoint wants the event', async () => {
	await save({ events: ['alert.firing'] });
	await save({ enabled: false });
	await add(randomUUID());
	expect(await rowsOf(owner)`select from event_deliveries where type = 'user.banned' and waiting`).toEqual([]);
});

test('a failing event holds back later events of its user only, and is given up after three days', async () => {
	const { id } = await save();
	const [bad, good] = [randomUUID(), randomUUID()];
	await add(bad, good, bad, good);
	answer = ({ data }) => (data.uid === bad ? 500 : 204);
	await deliverAll(id);
	expect(usersHeard()).toEqual(expect.arrayContaining([bad, good, good]));
	const failed = heard.find(({ data }) => data.uid === bad);
	for (let hours = 0; hours < 73; hours += 6) {
		aheadMs += 6 * HOUR_MS;
		await add(good);
		await deliverAll(id);
	}
	answer = () => 204;
	await deliverAll(id);
	const sent = heard.filter(({ data }) => data.uid === bad).map((event) => event.id);
	expect(new Set(sent.slice(0, -1))).toEqual(new Set([failed?.id]));
	expect(sent.at(-1)).not.toBe(failed?.id);
	expect((await endpoint())?.deliveries.at(-1)).toMatchObject({
		id: failed?.id,
		state: 'failed',
		outcome: 'status 500',
	});
});

test('an endpoint that fails for a day is paused with an alert, and saving it sends what waited', async () => {
	const { id, secret } = await save();
	await add(randomUUID());
	answer = () => 302;
	await deliverAll(id);
	expect(await endpoint()).toMatchObject({ state: 'on', problem: 'status 302', waiting: 1 });
	expect(heard.map(({ headers }) => headers.host)).toHaveLength(1);
	for (const ms of [DAY_MS, HOUR_MS]) {
		aheadMs += ms;
		await deliverAll(id);
	}
	expect(await endpoint()).toMatchObject({ state: 'paused' });
	expect(await listPausedEndpoints(site.deps)).toMatchObject([{ kind: `endpoint-paused ${id}` }]);
	const tries = heard.length;
	await add(randomUUID());
	await deliverAll(id);
	expect(heard).toHaveLength(tries);
	answer = () => 204;
	const renewed = await save({ id });
	expect([renewed.id, renewed.secret === secret]).toEqual([id, false]);
	aheadMs += DAY_MS;
	await deliverAll(id);
	expect(await endpoint()).toMatchObject({ state: 'on', waiting: 0, problem: null });
	expect(await listPausedEndpoints(site.deps)).toEqual([]);
	expect(heard.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
});

test('a replay sends the events since a time again with the same ids', async () => {
	const { id } = await save();
	const [early, late] = [randomUUID(), randomUUID()];
	aheadMs = -HOUR_MS;
	await add(early);
	aheadMs = 0;
	const from = Date.now();
	await add(late, late);
	await deliverAll(id);
	expect(await call('adminReplayEvents', { id, from })).toEqual({ queued: 2 });
	await deliverAll(id);
	expect(usersHeard()).toEqual([early, late, late, late, late]);
	expect(new Set(heard.map((event) => event.id)).size).toBe(3);
	expect(await call('adminReplayEvents', { id: randomUUID(), from })).toMatchObject({ status: 'NOT_FOUND' });
	await purgeDeliveries({ db, clock: { now: () => Date.now() + 40 * DAY_MS } });
	expect(await rowsOf(owner)`select from event_deliveries`).toEqual([]);
});

test('a failed event waits as long as Retry-After says', async () => {
	const { id } = await save();
	await add(randomUUID());
	[answer, retryAfter] = [() => 503, '3600'];
	for (aheadMs of [0, HOUR_MS / 2, HOUR_MS]) await deliverAll(id);
	expect(heard).toHaveLength(2);
});

test('an endpoint is removed by two', async () => {
	const { id } = await save();
	const { proposal } = await call('adminRemoveEndpoint', { id, reason });
	expect(await endpoint()).toBeDefined();
	await call('adminDecideProposal', { id: proposal, decision: 'approve', reason }, ben);
	expect(await endpoint()).toBeUndefined();
});

describe('the address of an endpoint', () => {
	test.each([
		'http://example.com/',
		'https://10.0.0.1/',
		'https://hooks.internal/',
		'https://[fd00::1]/',
		'https://user:secret@example.com/',
		'ftp://127.0.0.1/',
		'no address',
	])('%s is refused', async (wrong) => {
		expect(await ask({ url: wrong })).toMatchObject({ details: { reason: 'endpoint-not-public' } });
	});

	test('a private address behind a public name is not reached', async () => {
		const { id } = await save();
		await sql`update event_endpoints set url = ${url.replace('127.0.0.1', 'localtest.localhost')}`.execute(owner);
		await add(randomUUID());
		await deliverAll(id);
		expect(heard).toEqual([]);
		expect(await endpoint()).toMatchObject({ waiting: 1, problem: expect.stringContaining('network') });
	});

	test('this machine is allowed outside production only', () => {
		const local = [false, true].map((isProduction) => isLocalUrl(new URL(url), { isProduction }));
		expect(local).toEqual([true, false]);
	});
});
