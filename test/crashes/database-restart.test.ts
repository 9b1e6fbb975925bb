import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isAcknowledged } from '../../proof/trials/world/load.ts';
import { checkBooks } from '../../server/books/check-books.ts';
import { findWallet, openWallet } from '../../server/ledger/wallet.ts';
import { createDatabase, createPool, type Database } from '../../server/lib/db/database.ts';
import { enqueue } from '../../server/lib/jobs/jobs.ts';
import { send } from '../sites/json-client.ts';
import { type LinkedPostgres, type RealServer, startLinkedPostgres, startRealServer } from '../sites/real-server.ts';
import { freePort } from '../support/free-port.ts';

const SECRET = 'restart-wall-secret';
const PARTNERS = 8;
const USERS = 12;
const RETRY_AFTER_MS = 30;

let folder: string;
let port: number;
let postgres: LinkedPostgres;
let server: RealServer;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lootpass-restart-'));
	port = await freePort();
	postgres = await startLinkedPostgres(folder, { durable: false });
	const wall = { partner: 'wannads', secret: SECRET };
	const walls = [
		{ ...wall, id: 'w', name: 'Wall' },
		{ ...wall, id: 'slow', name: 'Slow', holdHours: 0.0001 },
	];
	await writeFile(join(folder, 'walls.json'), JSON.stringify(walls));
	server = await startServer();
}, 60_000);

afterAll(async () => {
	await server?.end('SIGTERM');
	await postgres?.stop();
	await rm(folder, { recursive: true, force: true });
}, 60_000);

function startServer(): Promise<RealServer> {
	return startRealServer({
		PORT: String(port),
		HOST: 'localhost',
		DATA_DIR: join(folder, 'product'),
		DATABASE_URL: postgres.appUrl,
		DATABASE_OWNER_URL: postgres.ownerUrl,
		SANDBOX: 'off',
		OFFERWALLS_FILE: join(folder, 'walls.json'),
		PAYOUT_VENDOR: 'rbxcrate',
		RBXCRATE_API_KEY: 'restart-vendor-key',
		LOG_LEVEL: 'fatal',
	});
}

function postbackUrl(wall: string, fields: { subId: string; transId: string; status: string }): string {
	const all = { ...fields, reward: '100', payout: '0.5' };
	const signature = createHash('md5').update(`${all.subId}${all.transId}${all.reward}${SECRET}`).digest('hex');
	return `http://localhost:${port}/postback/${wall}?${new URLSearchParams({ ...all, signature })}`;
}

function startPartners(uids: readonly string[]) {
	const acknowledged = new Map<string, { credits: number; reversals: number }>(
		uids.map((uid) => [uid, { credits: 0, reversals: 0 }]),
	);
	const refusals = new Map<string, number>();
	let count = 0;
	let isOver = false;

	async function post(url: string): Promise<void> {
		for (;;) {
			const answer = await fetch(url).then(
				async (response) => `${response.status} ${await response.text()}`,
				(error) => `no answer: ${error}`,
			);
			if (isAcknowledged(answer)) break;
			refusals.set(answer, (refusals.get(answer) ?? 0) + 1);
			await sleep(RETRY_AFTER_MS);
		}
		count += 1;
	}

	async function run(partner: number): Promise<void> {
		for (let n = 0; !isOver; n += 1) {
			const uid = uids[(partner + n) % uids.length] as string;
			const acknowledgedTotals = acknowledged.get(uid) as { credits: number; reversals: number };
			const transId = randomUUID();
			await post(postbackUrl('w', { subId: uid, transId, status: '1' }));
			acknowledgedTotals.credits += 1;
			if (n % 10 !== 9) continue;
			await post(postbackUrl('w', { subId: uid, transId, status: '2' }));
			acknowledgedTotals.reversals += 1;
		}
	}

	const runs = Promise.all(Array.from({ length: PARTNERS }, (_, partner) => run(partner)));
	return {
		acknowledged,
		refusals,
		async untilAcknowledged(more: number): Promise<void> {
			const target = count + more;
			await vi.waitFor(() => expect(count).toBeGreaterThanOrEqual(target), { interval: 20 });
		},
		async end(): Promise<void> {
			isOver = true;
			await runs;
		},
	};
}

async function crashPostgres(db: Database): Promise<void> {
	const { rows } = await sql<{ pid: number }>`
		select pid from pg_stat_activity where application_name = 'lootpass server' and datname is not null limit 1
	`.execute(db);
	process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
}

async function expectConnectionRefused(): Promise<void> {
	const origin = `http://localhost:${port}`;
	const handOff = await send('POST', `${origin}/api/verifyWebSession`, { data: { token: 'a'.repeat(43) } });
	const signIn = await send('POST', `${origin}/auth/sign-in/email`, { email: 'a@example.com', password: 'a password' });
	expect([handOff.status, handOff.body.error.status]).toEqual([503, 'UNAVAILABLE']);
	expect([signIn.status, signIn.body.code]).toEqual([503, 'auth/network-request-failed']);
	for (const { headers } of [handOff, signIn]) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

const readiness = async () => (await fetch(`http://localhost:${port}/readyz`)).status;

test('after a database crash and restart every postback is booked exactly once, and refused ones are retried', async () => {
	const pool = createPool({ url: postgres.ownerUrl, poolSize: 2, applicationName: 'test', onError: () => {} });
	const db = createDatabase(pool);
	const uids = Array.from({ length: USERS }, () => randomUUID());
	for (const uid of uids) await openWallet(db, uid);

	const partners = startPartners(uids);
	await partners.untilAcknowledged(50);
	await crashPostgres(db);
	await partners.untilAcknowledged(50);
	const crash = new Map(partners.refusals);

	await postgres.kill();
	await sleep(300);
	expect(await readiness()).toBe(503);
	await expectConnectionRefused();
	await postgres.start();
	await partners.untilAcknowledged(100);
	await partners.end();
	expect(await readiness()).toBe(200);
	expect([server.process.exitCode, server.process.signalCode]).toEqual([null, null]);

	expect([...partners.refusals.keys()].filter((answer) => !/^50[03] /.test(answer))).toEqual([]);
	expect(totalOf(crash)).toBeGreaterThan(0);
	expect(totalOf(partners.refusals)).toBeGreaterThan(totalOf(crash));
	for (const [uid, { credits, reversals }] of partners.acknowledged) {
		const { rows } = await sql<{ kind: string; count: number }>`
			select kind, count(*)::int as count from transfers where uid = ${uid} group by kind order by kind
		`.execute(db);
		expect(rows).toEqual([
			{ kind: 'credit', count: credits },
			...(reversals > 0 ? [{ kind: 'reversal', count: reversals }] : []),
		]);
		expect((await findWallet(db, uid))?.balance).toBe((credits - reversals) * 10_000);
	}
	expect(await checkBooks(db)).toEqual([]);

	const [late = ''] = uids;
	const before = (await findWallet(db, late))?.balance ?? 0;
	await fetch(postbackUrl('slow', { subId: late, transId: randomUUID(), status: '1' }));
	expect((await findWallet(db, late))?.pending).toBe(10_000);
	await sleep(500);
	await enqueue(db, 'release-held-credits', {});
	await vi.waitFor(async () => expect((await findWallet(db, late))?.balance).toBe(before + 10_000));
	await db.destroy();
});

function totalOf(refusals: ReadonlyMap<string, number>): number {
	return [...refusals.values()].reduce((sum, count) => sum + count, 0);
}
