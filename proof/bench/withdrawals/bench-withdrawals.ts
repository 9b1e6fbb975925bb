import { join } from 'node:path';
import { rankUsers } from '../../../server/admin/users/rank-earners.ts';
import { checkBooks } from '../../../server/books/check-books.ts';
import { cellOf, type Database } from '../../../server/lib/db/database.ts';
import { sealTransfers } from '../../../server/public-proof/log/seal-transfers.ts';
import { seedSite } from '../../../server/seed/seed-site.ts';
import { until } from '../../until.ts';
import {
	type BenchOptions,
	makeLogFiles,
	round,
	startThrowawayPostgres,
	type ThrowawayPostgres,
	writeResult,
} from '../lib/bench.ts';
import { type MeasuredIn, startMeasured } from '../lib/child-process.ts';
import { costOf } from '../lib/cpu-time.ts';
import { type MeasuredProduct, startProduct } from '../lib/start-product.ts';
import type { LoadCalls } from './load-process.ts';
import type { PartnersCalls } from './partners-process.ts';
import { makeUsers, sessionOf, uidOf } from './users.ts';

const RATE = 200;
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 256;
const P99_BUDGET_MS = 30;
const PAID_WITHIN_MS = 120_000;
const EARLIER_MIN = 20_000;
const LAYOUTS = [['all'], ['web', 'worker']] as const;

/** @returns false if the ledger is wrong or a withdrawal was rejected. */
export async function benchWithdrawals({ seconds, filled, only }: BenchOptions): Promise<boolean> {
	await using opened = new AsyncDisposableStack();
	const postgres = opened.use(await startThrowawayPostgres());
	const problems: string[] = [];
	const earlier = Math.max(filled, EARLIER_MIN);
	// Plans must not be made for empty tables.
	await seedSite(postgres.owner.pool, { users: earlier / 10, credits: earlier, withdrawals: earlier / 2 });
	const layouts = LAYOUTS.filter(([first]) => only.length === 0 || only.includes(first));
	for (const [index, roles] of layouts.entries()) {
		problems.push(...(await measure({ bench: 'withdrawals', opened, postgres, seconds, index, roles })));
	}
	console.log(problems.length === 0 ? 'Each was accepted and paid once; the books balance.' : problems.join('\n'));
	return problems.length === 0;
}

type Stage = MeasuredIn & {
	postgres: ThrowawayPostgres;
	seconds: number;
	index: number;
	roles: (typeof LAYOUTS)[number];
};

async function measure(stage: Stage): Promise<string[]> {
	const { postgres, seconds, index, roles } = stage;
	const { owner } = postgres;
	const count = Math.round((WARM_UP_SECONDS + seconds) * RATE);
	const first = 1 + index * count;
	if (index === 0) {
		await makeUsers(owner, 2 * count);
		for (let passes = 0; passes < 3; passes += 1) await sealTransfers({ owner });
		await rankUsers({ db: owner, clock: { now: Date.now } });
		await makeLogFiles(postgres);
	}
	const partners = startMeasured<PartnersCalls>(join(import.meta.dirname, 'partners-process.ts'), stage);
	const { url: partnersUrl } = await partners.request('open', null);
	const products: Record<string, MeasuredProduct> = {};
	for (const role of roles) {
		const settings = { ...settingsOf(partnersUrl), ROLE: role };
		products[role] = await startProduct(stage, settings, role === 'web' ? undefined : postgres.ownerUrl);
	}
	const front = products[roles[0]] as MeasuredProduct;
	const users = Array.from({ length: count }, (_, n) => ({ sub: uidOf(first + n), sid: sessionOf(first + n) }));
	const tokens = await front.request('tokens', users);
	const load = startMeasured<LoadCalls>(join(import.meta.dirname, 'load-process.ts'), stage);

	await front.request('delays', null);
	const input = { connections: CONNECTIONS, rate: RATE, first, warmUp: WARM_UP_SECONDS * RATE, tokens };
	const cost = await costOf({ postgres, partners, load, ...products }, () =>
		load.request('run', { port: front.port, ...input }),
	);
	const { result } = cost;
	const delays = await front.request('delays', null);
	const paidAtEnd = await countPaid(owner);
	const paidAfterSeconds = await untilPaid(owner, first + count - 1);
	await Promise.all([...Object.values(products), partners, load].map((child) => child.end()));

	const cpuMillis = Object.fromEntries(
		Object.entries(cost.seconds).map(([name, seconds]) => [name, round((seconds * 1000) / count)]),
	);
	const otherCores = round(cost.others / result.seconds);
	const figures = { cpuMillisPerWithdrawal: cpuMillis, otherCores, paidAtEnd, paidAfterSeconds };
	await writeResult(`withdrawals-${roles.join('-')}.json`, { roles, ...result, delays, ...figures });
	const { latency, accepted, sentLate } = result;
	console.log(`${roles.join(' and ')}: ${accepted} of ${count} accepted, ${round(accepted / result.seconds)} a second`);
	console.log(
		`  ms from when it was due: p50 ${latency.p50}, p95 ${latency.p95}, p99 ${latency.p99}, max ${latency.max}`,
	);
	console.log(`  sent late by the generator: p50 ${sentLate.p50}, p99 ${sentLate.p99}, max ${sentLate.max}`);
	console.log(`  event loop of the product late by: p50 ${delays.p50}, p99 ${delays.p99}, max ${delays.max}`);
	console.log(`  processor ms for each withdrawal: ${JSON.stringify(cpuMillis)}`);
	console.log(`  cores that others used meanwhile: ${otherCores}`);
	console.log(`  paid by the end: ${paidAtEnd}; all of them ${paidAfterSeconds} s later`);
	console.log(`  budget of p99 < ${P99_BUDGET_MS} ms: ${latency.p99 < P99_BUDGET_MS ? 'met' : 'missed'}`);

	const problems = Object.entries(result.surprises).map(([what, n]) => `${n} × ${what}`);
	const paid = await countPaid(owner);
	if (paid !== first + count - 1) problems.push(`${paid} of ${first + count - 1} withdrawals were paid`);
	for (const { rule, detail } of await checkBooks(owner)) problems.push(`${rule}: ${detail}`);
	return problems;
}

function settingsOf(partnersUrl: string): Record<string, string> {
	const services = ['USERS', 'THUMBNAILS', 'GAMES', 'APIS'].map((each) => [`PLATFORM_${each}_URL`, partnersUrl]);
	const vendor = { RBXCRATE_URL: `${partnersUrl}/vendor`, RBXCRATE_API_KEY: 'bench' };
	return { ...Object.fromEntries(services), ...vendor, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' };
}

async function countPaid(owner: Database): Promise<number> {
	const paid = await cellOf<number>(owner)`
		select count(*)::int from withdrawals where state = 'completed' and vendor = 'rbxcrate'`;
	return paid ?? 0;
}

/** @returns seconds. */
async function untilPaid(owner: Database, count: number): Promise<number> {
	const start = performance.now();
	await until(async () => (await countPaid(owner)) >= count, PAID_WITHIN_MS, 500);
	return round((performance.now() - start) / 1000);
}
