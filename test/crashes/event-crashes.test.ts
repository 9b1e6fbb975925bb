import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { startFakeProduct } from '../../sandbox/played-product.ts';
import { secretOf } from '../../server/events-out/event-endpoints.ts';
import { upsertEndpoint } from '../../server/events-out/store-endpoints.ts';
import { openWallet } from '../../server/ledger/wallet.ts';
import { cellOf, inTransaction, rowsOf } from '../../server/lib/db/database.ts';
import { createSecretBox } from '../../server/lib/secrets/secret-box.ts';
import { openTestDatabase } from '../support/database.ts';

const { app, appUrl, owner } = openTestDatabase();
const PROGRAM = join(import.meta.dirname, '../programs/send-events.ts');
const SECRETS_KEY = 'a-secrets-key-of-more-than-32-characters';
/** `EVENTS=100000` runs the long trial. */
const EVENTS = Number(process.env.EVENTS ?? 900);
const USERS = Math.max(10, EVENTS / 200);
const LOOK_MS = Math.min(EVENTS / 9, 1_000);
const BETWEEN_KILLS = Math.min(EVENTS / 6, 5_000);
vi.setConfig({ testTimeout: EVENTS * 400 });

test('events of killed processes all arrive, in order for each user, with duplicates of the same id', async () => {
	const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
	const webhook = new Webhook(secret);
	const heard: { id: string; uid: string; reference: string; body: string }[] = [];
	const receiver = await startFakeProduct(({ headers, body }) => {
		webhook.verify(body, headers as Record<string, string>);
		heard.push({ ...JSON.parse(body).data, id: String(headers['webhook-id']), body });
		return { status: heard.length % 50 === 0 ? 500 : 204, body: '' };
	});
	const id = randomUUID();
	const sealed = createSecretBox(SECRETS_KEY).seal(secret, secretOf(id));
	const settings = { url: receiver.url, events: ['credit.booked'] as const, enabled: true };
	await inTransaction(app, (tx) => upsertEndpoint(tx, { id, ...settings, secret: sealed, at: new Date() }));
	const uids = Array.from({ length: USERS }, () => randomUUID());
	for (const uid of uids) await openWallet(app, uid);
	/** As if the leases of the killed process had expired. */
	const expireLeases = () =>
		sql`update event_deliveries set next_at = now() where waiting and next_at > now()`.execute(owner);
	const count = async () => Number(await cellOf(owner)`select count(*) from event_deliveries`);
	const countWaiting = async () => Number(await cellOf(owner)`select count(*) from event_deliveries where waiting`);
	const start = (users: readonly string[]) =>
		spawn(process.execPath, [PROGRAM, appUrl, SECRETS_KEY, ...users], { stdio: 'ignore' });
	let child: ChildProcess | undefined;
	try {
		for (let kills = 0; kills < 5 || (await count()) < EVENTS; kills += 1) {
			child = start(uids);
			const enough = (await count()) + BETWEEN_KILLS;
			while ((await count()) < enough && child.exitCode === null) await sleep(20);
			await sleep(Math.random() * 300);
			child.kill('SIGKILL');
			await expireLeases();
		}
		for (let left = await countWaiting(); left > 0; left = await countWaiting()) {
			child = start([]);
			for (let now = left; now > 0 && now > left - BETWEEN_KILLS; now = await countWaiting()) {
				await sleep(LOOK_MS);
				await expireLeases();
			}
			child.kill('SIGKILL');
		}
	} finally {
		child?.kill('SIGKILL');
		await receiver.close();
	}
	const first = new Set(new Map(heard.toReversed().map((event) => [event.id, event])).values());
	type Booked = { uid: string; reference: string };
	const booked = await rowsOf<Booked>(owner)`select uid, reference from transfers order by id`;
	expect(booked.length).toBeGreaterThanOrEqual(EVENTS);
	expect(heard.length).toBeGreaterThan(booked.length);
	expect(new Set(heard.map(({ id: one, body }) => `${one} ${body}`)).size).toBe(booked.length);
	const inOrder = heard.filter((event) => first.has(event));
	const referencesOf = (all: readonly Booked[], uid: string) =>
		all.filter((one) => one.uid === uid).map(({ reference }) => reference);
	for (const uid of uids) expect(referencesOf(inOrder, uid)).toEqual(referencesOf(booked, uid));
});
