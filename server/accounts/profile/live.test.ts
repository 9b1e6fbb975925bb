import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPlatform, openProfileSite, PASSWORD, type Person } from '../../../test/sites/identity-site.ts';
import { bearer } from '../../../test/sites/json-client.ts';
import { eventsIn } from '../../../test/sites/live-reader.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import type { BoundLiveSource } from '../../lib/feature.ts';

const database = openTestDatabase({ poolSize: 20 });
const platform = openPlatform();

/** Stub source; the position is the number of items. */
const news: { uid: string; item: unknown }[] = [];
const offers: BoundLiveSource = {
	name: 'offer',
	async listChangesSince(uid, position) {
		const from = position === undefined ? news.length : Number(position);
		const page = news
			.slice(from)
			.filter((each) => each.uid === uid)
			.slice(0, 3);
		const last = page.at(-1);
		return { items: page.map(({ item }) => item), position: String(last ? news.indexOf(last) + 1 : from) };
	},
};
const [here, there] = [
	openProfileSite(database, { platform, sources: [offers] }),
	openProfileSite(database, { platform }),
];
let origin = '';
beforeAll(async () => {
	origin = await here.app.listen({ port: 0, host: '127.0.0.1' });
	await there.app.listen({ port: 0, host: '127.0.0.1' });
});

type Event = { id?: string; event?: string; data?: unknown; comment?: string };
type Reader = { events: Event[]; ended: Promise<void>; stop(): void; headers: Headers };
const readers: Reader[] = [];
afterEach(() => {
	for (const reader of readers.splice(0)) reader.stop();
});

async function follow(
	{ uid, accessToken }: Pick<Person, 'uid' | 'accessToken'>,
	{ lastEventId, at = origin }: { lastEventId?: string | undefined; at?: string } = {},
): Promise<Reader> {
	const controller = new AbortController();
	const response = await fetch(`${at}/data/users/${uid}/live`, {
		headers: { ...bearer(accessToken), ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
		signal: controller.signal,
	});
	const events: Event[] = [];
	const reader: Reader = {
		events,
		ended: readEvents(response, events).catch(() => {}),
		stop: () => controller.abort(),
		headers: response.headers,
	};
	readers.push(reader);
	return reader;
}

async function readEvents(response: Response, events: Event[]): Promise<void> {
	for await (const { data, ...event } of eventsIn(response)) {
		events.push(data ? { ...event, data: JSON.parse(data) } : event);
	}
}

async function openStream(user?: Person): Promise<{ user: Person; reader: Reader }> {
	const owner = user ?? (await here.signUp());
	const reader = await follow(owner);
	await vi.waitFor(() => expect(named(reader, 'user')).toHaveLength(1));
	return { user: owner, reader };
}

const named = (reader: Reader, name: string) => reader.events.filter(({ event }) => event === name);
const offersOf = (reader: Reader) => named(reader, 'offer').map(({ data }) => data);

const setBalance = (uid: string, cents: number) =>
	sql`update wallets set balance = ${cents} where uid = ${uid}`.execute(database.owner);

/** Sets a balance directly in the database, waits until all readers have seen it, and resets it to 0. */
async function expectBalanceSeen(uid: string, robux: number, all: readonly Reader[]): Promise<void> {
	await setBalance(uid, robux * 100);
	here.deps.live.publish(uid);
	for (const reader of all) await vi.waitFor(() => expect(named(reader, 'user').at(-1)?.data).toMatchObject({ robux }));
	await setBalance(uid, 0);
}

// spec: 7.read-user
test('a live stream starts with the user document and cannot be cached', async () => {
	const user = await here.signUp();
	const reader = await follow(user);
	expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
	expect(reader.headers.get('cache-control')).toBe('no-store');
	await vi.waitFor(() => expect(named(reader, 'user')).toHaveLength(1));
	expect(named(reader, 'user')[0]).toMatchObject({ id: expect.any(String), data: { robux: 0, role: null } });
});

test('a live stream sends the user document again only after a change', async () => {
	const user = await here.signUp();
	await here.call('createUser', null, user.accessToken);
	await here.identity.close();
	const { reader } = await openStream(user);
	for (const count of [1, 2]) {
		news.push({ uid: user.uid, item: count });
		here.deps.live.publish(user.uid);
		await vi.waitFor(() => expect(offersOf(reader)).toHaveLength(count));
	}
	expect(named(reader, 'user')).toHaveLength(1);
	await expectBalanceSeen(user.uid, 2.5, [reader]);
});

test('a live stream reports changes made on another node', async () => {
	const { user, reader } = await openStream();
	await there.app.inject({
		method: 'PATCH',
		url: `/data/users/${user.uid}`,
		payload: { roblox_username: 'sandbox_player' },
		headers: bearer(user.accessToken),
	});
	const linked = { roblox_username: 'sandbox_player' };
	await vi.waitFor(() => expect(named(reader, 'user').at(-1)?.data).toMatchObject(linked));
});

test('a live stream sends new items in order, but none from before it was opened', async () => {
	const user = await here.signUp();
	news.push({ uid: user.uid, item: 'before' });
	const { reader } = await openStream(user);
	for (let index = 0; index < 10; index += 1) news.push({ uid: user.uid, item: index });
	here.deps.live.publish(user.uid);
	await vi.waitFor(() => expect(offersOf(reader)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
});

test('a live stream sends a busy user at most ten updates a second', async () => {
	const { user, reader } = await openStream();
	const startedAt = Date.now();
	for (let cents = 1; Date.now() < startedAt + 500; cents += 1) {
		await setBalance(user.uid, cents);
		here.deps.live.publish(user.uid);
	}
	await sleep(200);
	expect(named(reader, 'user').length).toBeLessThanOrEqual(2 + (Date.now() - startedAt) / 100);
	await setBalance(user.uid, 0);
});

test('a live stream resumes after any event id without losing anything', async () => {
	const { user, reader: first } = await openStream();
	for (let index = 0; index < 7; index += 1) news.push({ uid: user.uid, item: index });
	here.deps.live.publish(user.uid);
	await vi.waitFor(() => expect(offersOf(first)).toHaveLength(7));
	first.stop();
	news.push({ uid: user.uid, item: 'while away' });

	for (const [index, { id }] of first.events.filter((event) => event.id).entries()) {
		const seen = first.events.filter((event) => event.id).slice(0, index + 1);
		const again = await follow(user, { lastEventId: id });
		const seenOffers = seen.filter(({ event }) => event === 'offer').map(({ data }) => data);
		await vi.waitFor(() => {
			const all = new Set([...seenOffers, ...offersOf(again)]);
			expect([...all]).toEqual([0, 1, 2, 3, 4, 5, 6, 'while away']);
		});
		again.stop();
	}
});

test.each(['x', '%%%', Buffer.from('[1]').toString('base64url'), Buffer.from('{"offer":1}').toString('base64url')])(
	'a live stream starts at the current position for an invalid last event id: %s',
	async (lastEventId) => {
		const user = await here.signUp();
		news.push({ uid: user.uid, item: 'before' });
		const reader = await follow(user, { lastEventId });
		await vi.waitFor(() => expect(named(reader, 'user')).toHaveLength(1));
		news.push({ uid: user.uid, item: 'after' });
		here.deps.live.publish(user.uid);
		await vi.waitFor(() => expect(offersOf(reader)).toEqual(['after']));
	},
);

test('a live stream refuses HEAD requests', async () => {
	const { uid, accessToken } = await here.signUp();
	const head = { method: 'HEAD', headers: bearer(accessToken) };
	expect((await fetch(`${origin}/data/users/${uid}/live`, head)).status).toBe(404);
});

test("a live stream ends with its own session; a stream of the user's other session continues", async () => {
	const { user, reader } = await openStream();
	const other = await here.post('/auth/sign-in/email', { email: user.email, password: PASSWORD });
	const accessToken = await here.accessToken(other.json().token);
	const goesOn = await follow({ uid: user.uid, accessToken });
	await here.post('/auth/sign-out', {}, bearer(user.sessionToken));
	await reader.ended;
	await expectBalanceSeen(user.uid, 1, [goesOn]);
});

test('a live stream ends after a sign-out even if the reader is stalled', async () => {
	const user = await here.signUp();
	const { hostname, port } = new URL(origin);
	const socket = connect(Number(port), hostname);
	socket.write(
		`GET /data/users/${user.uid}/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${user.accessToken}\r\n\r\n`,
	);
	await once(socket, 'readable');
	socket.pause();
	const big = 'x'.repeat(200_000);
	for (let index = 0; index < 100; index += 1) news.push({ uid: user.uid, item: `${index}${big}` });
	here.deps.live.publish(user.uid);
	await sleep(500);
	await here.post('/auth/sign-out', {}, bearer(user.sessionToken));
	const closed = once(socket, 'close');
	socket.on('error', () => {});
	await sleep(1_000);
	socket.resume();
	await closed;
	expect(socket.bytesRead).toBeLessThan(15_000_000);
});

test("the set of open streams is limited to eight per user: a ninth closes that user's first stream only", async () => {
	const [user, other] = [await here.signUp(), await here.signUp()];
	const alone = await follow(other);
	const all: Reader[] = [];
	for (let index = 0; index < 9; index += 1) all.push(await follow(user));
	await all[0]?.ended;
	await expectBalanceSeen(user.uid, 7, all.slice(1));
	await expectBalanceSeen(other.uid, 1, [alone]);
});

test('the set of open streams drops streams whose reader has disconnected', async () => {
	const user = await here.signUp();
	for (let index = 0; index < 20; index += 1) {
		const { reader } = await openStream(user);
		reader.stop();
		await reader.ended;
	}
	const [one, two] = [await follow(user), await follow(user)];
	await sleep(700);
	await expectBalanceSeen(user.uid, 3, [one, two]);
});

const stopping = openProfileSite(database, { platform });

test('a stopping server closes its streams instead of waiting for them', async () => {
	const user = await stopping.signUp();
	const at = await stopping.app.listen({ port: 0, host: '127.0.0.1' });
	const reader = await follow(user, { at });
	await vi.waitFor(() => expect(named(reader, 'user')).toHaveLength(1));
	const startedAt = Date.now();
	await stopping.app.close();
	await reader.ended;
	expect(Date.now() - startedAt).toBeLessThan(10_000);
});
