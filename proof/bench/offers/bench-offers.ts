import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, createPool } from '../../../server/lib/db/database.ts';
import type { BenchOptions } from '../bench-options.ts';
import { type HttpConnection, openHttpConnection } from '../credits/http-connection.ts';
import { startMeasured } from '../lib/child-process.ts';
import { costOf } from '../lib/cpu-time.ts';
import { type LatencySummary, summarise } from '../lib/latencies.ts';
import { openLoop } from '../lib/open-loop.ts';
import type { Finding } from '../lib/report.ts';
import { RESULTS_FOLDER, writeResult } from '../lib/results.ts';
import { startThrowawayPostgres } from '../lib/throwaway-postgres.ts';
import type { ProductCalls } from '../withdrawals/product-process.ts';
import { makeUsers } from '../withdrawals/users.ts';
import { fillOffers, wallEntries } from './fill-offers.ts';

const OFFERS = 10_000;
const RATE = 200;
const PEOPLE = 400;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 64;
const P99_BUDGET_MS = 20;
const PAGE_BUDGET_BYTES = 40_000;
/** In NL, US, and nowhere that is known. */
const ADDRESSES = ['145.97.39.155', '8.8.8.8', '127.0.0.1'];
const ASKED = [
	{},
	{ order: 'reward' },
	{ order: 'quick', device: 'android' },
	{ category: 'game' },
	{ order: 'new', device: 'desktop' },
	{ search: 'shared level' },
	{ search: 'nothing is like this' },
];

const askForOffers = (nth: number) => ({ path: '/api/getOffers', data: ASKED[nth % ASKED.length] });

type Asking = { path: string; data: unknown };
type Load = { port: number; tokens: readonly string[]; seconds: number; next(nth: number): Asking };
type Measured = { latency: LatencySummary; bytesMax: number; surprises: Record<string, number> };
export type OffersResult = { offers: Measured; stats: Measured; otherCores: number; cpuMillis: number };

/** 200 pages of the list a second from 10,000 offers of eight walls. @returns false where one was not answered. */
export async function benchOffers({ seconds, profile }: BenchOptions): Promise<boolean> {
	await mkdir(RESULTS_FOLDER, { recursive: true });
	const postgres = await startThrowawayPostgres();
	const endings: (() => Promise<unknown>)[] = [postgres.stop];
	try {
		const owner = createDatabase(
			createPool({ url: postgres.ownerUrl, poolSize: 2, applicationName: 'bench', onError() {} }),
		);
		endings.push(() => owner.destroy());
		await makeUsers(owner, PEOPLE);
		await fillOffers(owner, OFFERS);
		const wallsFile = join(postgres.dataDir, 'walls.json');
		await writeFile(wallsFile, JSON.stringify(wallEntries));

		const file = join(import.meta.dirname, '../withdrawals/product-process.ts');
		const product = startMeasured<ProductCalls>(file, { bench: 'offers-', profile, onEnd: endings });
		const { appUrl: databaseUrl, ownerUrl, dataDir } = postgres;
		const settings = { OFFERWALLS_FILE: wallsFile, TRUSTED_PROXIES: 'loopback' };
		const nobody = 'http://127.0.0.1:9';
		const input = { databaseUrl, ownerUrl, dataDir, partnersUrl: nobody, role: 'web' as const, settings };
		const { port } = await product.ask('open', input);
		const tokens = await product.ask('tokens', { first: 1, end: PEOPLE + 1 });

		const load = { port, tokens, seconds };
		// A call that reads nothing of offers, beside them in the same run: how quiet the machine is.
		const stats = await measure({ ...load, next: () => ({ path: '/api/getNotices', data: null }) });
		const cost = await costOf({ postgres, product }, () => measure({ ...load, next: askForOffers }));
		const { result: offers } = cost;
		const count = (seconds + WARM_UP_SECONDS) * RATE;
		const otherCores = round(cost.others / (count / RATE));
		const cpuMillis = round(((cost.seconds.product ?? 0) * 1000) / count);
		await writeResult('offers.json', { offers, stats, otherCores, cpuMillis } satisfies OffersResult);
		tell({ offers, stats, otherCores, cpuMillis });
		return Object.keys({ ...offers.surprises, ...stats.surprises }).length === 0;
	} finally {
		for (const end of endings.toReversed()) await end();
	}
}

async function measure({ port, tokens, seconds, next }: Load): Promise<Measured> {
	const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openHttpConnection(port)));
	const latencies: number[] = [];
	const surprises: Record<string, number> = {};
	let bytesMax = 0;

	async function ask(connection: HttpConnection, dueAt: number, nth: number): Promise<void> {
		const { path, data } = next(nth);
		const header = `Authorization: Bearer ${tokens[nth % tokens.length]}\r\nX-Forwarded-For: ${ADDRESSES[nth % ADDRESSES.length]}`;
		const { status, body } = await connection.ask({ path, header, body: JSON.stringify({ data }) });
		if (nth >= WARM_UP_SECONDS * RATE) latencies.push(performance.now() - dueAt);
		if (status === 200) bytesMax = Math.max(bytesMax, body.length);
		else surprises[`${status} ${body}`] = (surprises[`${status} ${body}`] ?? 0) + 1;
	}

	const count = (WARM_UP_SECONDS + seconds) * RATE;
	await openLoop(connections, { rate: RATE, isOver: (nth) => nth >= count }, ask);
	for (const connection of connections) connection.end();
	return { latency: summarise(latencies), bytesMax, surprises };
}

function tell({ offers, stats, otherCores, cpuMillis }: OffersResult): void {
	for (const [name, { latency, surprises }] of Object.entries({ getOffers: offers, getNotices: stats })) {
		const { p50, p95, p99, max } = latency;
		console.log(`${name}, ${RATE} a second: ms from when it was due: p50 ${p50}, p95 ${p95}, p99 ${p99}, max ${max}`);
		for (const [what, n] of Object.entries(surprises)) console.log(`  ${n} × ${what}`);
	}
	console.log(`largest page: ${offers.bytesMax} bytes; processor ms of the product for each: ${cpuMillis}`);
	console.log(`cores that others used meanwhile: ${otherCores}`);
}

export function offersFindings({ offers, stats, otherCores }: OffersResult): Finding[] {
	return [
		{
			what: `p99 of ${RATE} pages of ${OFFERS} offers a second`,
			budget: `${P99_BUDGET_MS} ms`,
			measured: `${offers.latency.p99} ms, a profile ${stats.latency.p99} ms, others used ${otherCores} cores`,
			ratio: P99_BUDGET_MS / offers.latency.p99,
		},
		{
			what: 'largest page of offers',
			budget: `${PAGE_BUDGET_BYTES} bytes`,
			measured: `${offers.bytesMax} bytes`,
			ratio: PAGE_BUDGET_BYTES / offers.bytesMax,
		},
	];
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
