import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { startFaultyProxy } from '../../test/crashes/faulty-proxy.ts';
import { createRandom } from '../../test/partners/random.ts';
import { quietLog } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { createLiveHub, type LiveHub } from './live-hub.ts';

const database = openTestDatabase();
const hubs: LiveHub[] = [];
/** The driver warns when a busy connection gets a query. */
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

function openHub(url = database.appUrl): LiveHub {
	const hub = createLiveHub({ url, log: quietLog() });
	hubs.push(hub);
	return hub;
}

async function untilJoined(from: LiveHub, to: LiveHub): Promise<void> {
	const probe = randomUUID();
	const heard = vi.fn();
	const stop = to.subscribe(probe, heard);
	await vi.waitFor(() => {
		from.publish(probe);
		expect(heard).toHaveBeenCalled();
	});
	stop();
	await sleep(50);
}

afterEach(() => Promise.all(hubs.splice(0).map((hub) => hub.close())));

test('notifications for a thousand users reach other nodes, and a thousand for one arrive as at most two', async () => {
	const [here, there] = [openHub(), openHub()];
	await untilJoined(here, there);
	const uid = randomUUID();
	const [heardOne, heard] = [vi.fn(), new Set<string>()];
	there.subscribe(uid, heardOne);
	for (let index = 0; index < 1_000; index += 1) here.publish(uid);
	await vi.waitFor(() => expect(heardOne).toHaveBeenCalled());
	await sleep(60);
	expect(heardOne.mock.calls.length).toBeLessThanOrEqual(2);
	const uids = Array.from({ length: 1_000 }, () => randomUUID());
	for (const each of uids) there.subscribe(each, () => heard.add(each));
	for (const each of uids) here.publish(each);
	await vi.waitFor(() => expect(heard.size).toBe(1_000));
});

test('on a slow connection notifications queue and none is lost', async () => {
	const { host, port, user, password, database: name } = new pg.Client({ connectionString: database.appUrl });
	const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
	const proxy = await startFaultyProxy(target, createRandom(1));
	const [here, there] = [openHub(`postgres://${user}:${password}@localhost:${proxy.port}/${name}`), openHub()];
	const heard = new Set<string>();
	const uids = Array.from({ length: 40 }, () => randomUUID());
	for (const uid of uids) there.subscribe(uid, () => heard.add(uid));
	await untilJoined(here, there);
	proxy.spoil('delay', 1);
	for (const uid of uids) {
		here.publish(uid);
		await sleep(10);
	}
	await vi.waitFor(() => expect(heard.size).toBe(40));
	expect(proxy.hits.get('delay')).toBeGreaterThan(0);
	await Promise.all(hubs.splice(0).map((hub) => hub.close()));
	await proxy.close();
	expect(warnings).toEqual([]);
});

test('a node reconnects after a lost connection and notifies all listeners', async () => {
	const [here, there] = [openHub(), openHub()];
	await untilJoined(here, there);
	const heard = vi.fn();
	there.subscribe(randomUUID(), heard);
	await sql`
		select pg_terminate_backend(pid) from pg_stat_activity
		where application_name = 'lootpass-live' and datname = current_database()
	`.execute(database.app);
	await vi.waitFor(() => expect(heard).toHaveBeenCalled());
	await untilJoined(here, there);
});
