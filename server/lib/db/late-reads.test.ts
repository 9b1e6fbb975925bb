import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyPreparedData } from '../../../test/sites/prepared-data.ts';
import { recordAudit } from '../audit.ts';
import { systemClock } from '../clock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { createDatabase, createPool, type Database, inTransaction } from './database.ts';
import { createLateReads, type LateReads, readingLate } from './late-reads.ts';

const ADMIN = '10000000-0000-4000-8000-000000000001';
const OTHER = '10000000-0000-4000-8000-000000000002';
const silent = { debug() {}, info() {}, warn() {}, error() {} };

let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let owner: Database;
let atStandby: Database;
let reads: LateReads;

/** A primary and one that follows it over its stream, both of the same files. */
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lootpass-standby-'));
	for (const name of ['primary', 'standby']) await copyPreparedData(join(folder, name));
	const started = (name: string) =>
		startEmbeddedPostgres({ dataDir: join(folder, name), log: () => {}, durable: false });
	primary = await started('primary');
	const data = join(folder, 'standby/postgres/data');
	const source = new URL(primary.superuserUrl.replace('@/', '@socket/'));
	const conninfo = `host=${source.searchParams.get('host')} user=${source.username} password=${source.password}`;
	await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
	await writeFile(join(data, 'standby.signal'), '');
	standby = await started('standby');
	const opened = (url: string) =>
		createDatabase(createPool({ url, poolSize: 3, applicationName: 'test', onError() {} }));
	owner = opened(primary.ownerUrl);
	atStandby = opened(standby.superuserUrl);
	const options = { db: owner, clock: systemClock, log: silent, poolSize: 2, lagMaxMs: 3_000 };
	reads = createLateReads({ ...options, primary: { url: primary.appUrl }, replicaUrl: standby.appUrl });
	await owner.executeQuery(sql`create table seen (n int)`.compile(owner));
	await sql`grant select, insert on seen to lootpass_app`.execute(owner);
});

afterAll(async () => {
	await reads?.close();
	await Promise.all([owner?.destroy(), atStandby?.destroy()]);
	await standby?.stop();
	await primary?.stop();
	await rm(folder, { recursive: true, force: true });
});

const countSeen = async (db: Database) =>
	(await sql<{ n: number }>`select count(*)::int as n from seen`.execute(db)).rows[0]?.n;

/** Asks as a list of the admin area does. */
const list = (uid: string) =>
	readingLate(reads, ['seen'], (db) => ({
		seen: async (_: unknown, _caller: { actor: { uid: string } }) => ({
			from: db ? 'replica' : 'primary',
			n: await countSeen(db ?? owner),
		}),
	})).seen(undefined, { actor: { uid } });

describe('a replica that follows', () => {
	test('is read, refuses whoever writes, and shows what was committed', async () => {
		await sql`insert into seen values (1)`.execute(owner);
		await expect.poll(() => list(OTHER)).toEqual({ from: 'replica', n: 1 });
		expect(reads.lagSeconds()).toBeLessThan(60);
		await expect(sql`insert into seen values (2)`.execute(reads.db)).rejects.toMatchObject({ code: '25006' });
	});

	test('whoever has just done something sees it: they read the primary, everybody else the replica as it is', async () => {
		await sql`select pg_wal_replay_pause()`.execute(atStandby);
		await inTransaction(owner, async (tx) => {
			await sql`insert into seen values (2)`.execute(tx);
			await recordAudit(tx, { atMs: Date.now(), actor: ADMIN, action: 'see', details: {} });
		});
		expect(await list(ADMIN)).toEqual({ from: 'primary', n: 2 });
		await sql`select pg_wal_replay_resume()`.execute(atStandby);
		await expect.poll(() => list(OTHER)).toEqual({ from: 'replica', n: 2 });
	});

	test('one that falls behind is not read any more, until it has caught up', async () => {
		await sql`select pg_wal_replay_pause()`.execute(atStandby);
		await sql`insert into seen values (3)`.execute(owner);
		await expect.poll(() => list(OTHER)).toEqual({ from: 'primary', n: 3 });
		expect(reads.lagSeconds()).toBeGreaterThan(3);
		await sql`select pg_wal_replay_resume()`.execute(atStandby);
		await expect.poll(() => list(OTHER)).toEqual({ from: 'replica', n: 3 });
	});

	test('one that goes away in the middle fails no list', async () => {
		await atStandby.destroy();
		await standby.stop();
		expect(await list(OTHER)).toEqual({ from: 'primary', n: 3 });
		await expect(reads.look()).rejects.toThrow();
	});
});

test('a database that follows nobody is never read', async () => {
	const alone = createLateReads({
		...{ db: owner, clock: systemClock, log: silent, poolSize: 1, lagMaxMs: 0 },
		...{ primary: { url: primary.appUrl }, replicaUrl: primary.appUrl },
	});
	expect(await alone.look()).toBe(false);
	expect(await alone.isFit(OTHER)).toBe(false);
	await alone.close();
});
