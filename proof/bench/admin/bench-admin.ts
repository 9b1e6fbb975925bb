import { DAY_MS } from '../../../contract/durations.ts';
import {
	countActiveUsers,
	countUsers,
	sumEarnings,
	sumEarningsByOfferwall,
} from '../../../server/admin/dashboard/figures.ts';
import { adminGetBusiness, countCohorts } from '../../../server/admin/dashboard/get-business.ts';
import { selectExportPage } from '../../../server/admin/export/store-export.ts';
import { adminSearch } from '../../../server/admin/search/search.ts';
import { adminGetUser } from '../../../server/admin/users/get-user.ts';
import { getUsersPage, listTopUsers } from '../../../server/admin/users/get-users.ts';
import { adminGetSources } from '../../../server/growth/sources.ts';
import { systemClock } from '../../../server/lib/clock-and-log.ts';
import { cellsOf, createDatabase, createPool, type Database, rowOf } from '../../../server/lib/db/database.ts';
import { seedSite } from '../../../server/seed/seed-site.ts';
import { createProgressBar } from '../../../server/start/free-ports.ts';
import { adminGetBalances } from '../../../server/treasury/get-balances.ts';
import { testMemory } from '../../../test/support/stubs.ts';
import {
	atMost,
	type BenchOptions,
	formatReport,
	startThrowawayPostgres,
	summarise,
	writeResult,
} from '../lib/bench.ts';

const FIGURE_MS = 20;
const LIST_MS = 50;
const ROUNDS_MAX = 2_000;
const ROUNDS_WARM = 20;
const EXPORT_ROWS = 1_000_000;
const EXPORT_PAGE = 2_500;
const MEGABYTE = 2 ** 20;

const bench = { actor: { uid: '', sessionId: '', staffRole: 'owner' }, ip: '127.0.0.1' } as const;

type Question = { name: string; budget?: number; query: (round: number) => Promise<unknown> };
type Finding = { name: string; budget: number | undefined; p50: number; p99: number };

const SEED = { users: 100_000, credits: 1_000_000, withdrawals: 100_000 };

const SOURCES = `
	insert into source_days (day, kind, source, visits)
	select current_date - n / 2500, 'campaign', 's' || n % 2500, 400 from generate_series(0, 99999) n;
	analyze source_days
`;

/** Rows per second. */
const EXPORT_GOAL = 50_000;

export async function benchAdmin({ seconds }: BenchOptions): Promise<boolean> {
	await using postgres = await startThrowawayPostgres();
	const { appUrl: url, owner } = postgres;
	await seedSite(owner.pool, SEED, { onProgress: createProgressBar(process.stdout) });
	await owner.pool.query(SOURCES);
	await using db = createDatabase(createPool({ url, poolSize: 4, applicationName: 'bench', onError() {} }));
	const result = await measureAdmin(db, seconds);
	await writeResult('admin.json', result);
	const { cohortsMs, sizes, findings, exported } = result;
	console.log(`\n${sizes?.users} users, ${sizes?.transfers} transfers, ${sizes?.withdrawals} withdrawals\n`);
	const lines = findings.map(({ name, budget, p50, p99 }) => atMost(name, 'ms', p99, budget, `, p50 ${p50} ms`));
	console.log(formatReport(lines));
	console.log(
		`\nexport: ${exported.rowsPerSecond} rows/s (goal ${EXPORT_GOAL}), memory grew by ${exported.grewMegabytes} MB over ${exported.rows} rows`,
	);
	console.log(`the hourly count of cohorts: ${cohortsMs} ms`);
	return true;
}

async function measureAdmin(db: Database, seconds: number) {
	const findings: Finding[] = [];
	const start = performance.now();
	await countCohorts({ db, clock: systemClock });
	const cohortsMs = Math.round(performance.now() - start);
	for (const { name, budget, query } of questionsOf(db, await someUids(db))) {
		const latencies: number[] = [];
		const until = performance.now() + (seconds * 1000) / 4;
		for (let round = -ROUNDS_WARM; round < ROUNDS_MAX; round += 1) {
			if (performance.now() >= until && round >= ROUNDS_WARM) break;
			const start = performance.now();
			await query(Math.abs(round));
			if (round >= 0) latencies.push(performance.now() - start);
		}
		const { p50, p99 } = summarise(latencies);
		findings.push({ name, budget, p50, p99 });
	}
	const sizes = await rowOf<{ users: number; transfers: number; withdrawals: number }>(db)`
		select (select count(*) from users) as users, (select count(*) from transfers) as transfers,
			(select count(*) from withdrawals) as withdrawals`;
	return { cohortsMs, sizes, findings, exported: await measureExport(db) };
}

function questionsOf(db: Database, uids: readonly string[]): Question[] {
	const deps = { db, clock: systemClock, walls: [], payoutCostOfThousand: undefined };
	const now = Date.now();
	const page = { orderBy: 'totalEarned', search: '', cursor: undefined, limit: 50 } as const;
	const names = ['p', 'person-77', 'Person 4242', 'seed_0'];
	const others = ['W-', 'W-7', 'a1b2', '1', '81.2.69.', 'S-', 'no-such-transaction-1'];
	const searches = ['s', 'se', 'see', 'seed', 'a1', '_77', 'seed_0f', 'unknown'];
	const nextPage = (orderBy: 'totalEarned' | 'last_access') => {
		let cursor: string | undefined;
		return async () => {
			cursor = (await getUsersPage(deps, { ...page, orderBy, cursor })).nextCursor ?? undefined;
		};
	};
	const uid = (round: number) => uids[round % uids.length] ?? '';
	const figure = (name: string, query: Question['query']): Question => ({ name, budget: FIGURE_MS, query });
	const list = (name: string, query: Question['query']): Question => ({ name, budget: LIST_MS, query });
	const balances = (side: 'spendable' | 'below-zero') => () =>
		adminGetBalances(deps, { side, cursor: undefined, limit: 50 });
	const month = { days: 30, tz: 'Europe/Amsterdam' };
	return [
		figure('earnings, total', () => sumEarnings(deps)),
		figure('earnings since a midnight', () => sumEarnings(deps, now - (now % DAY_MS))),
		figure('earnings since any millisecond', (n) => sumEarnings(deps, now - n * 3_777_777)),
		figure('earnings by offerwall', () => sumEarningsByOfferwall(deps)),
		figure('users, total', () => countUsers(deps)),
		figure('users of today', () => countUsers(deps, now - (now % DAY_MS))),
		figure('active users of 30 days', () => countActiveUsers(deps, month)),
		{ name: 'the business over 30 days', query: () => adminGetBusiness(deps, month) },
		list('users by earnings, page after page', nextPage('totalEarned')),
		list('users by last access, page after page', nextPage('last_access')),
		...searches.map((search) =>
			list(`search for "${search}"`, (n) =>
				getUsersPage(deps, { ...page, orderBy: n % 2 ? 'last_access' : 'totalEarned', search }),
			),
		),
		...[...names, ...others].map((query) =>
			list(`search everywhere for "${query}"`, () =>
				adminSearch({ db, memory: testMemory, words: { currencySign: 'R$' } }, { query }, bench),
			),
		),
		list('sources of a day', () => adminGetSources(deps, { from: now - (now % DAY_MS), to: now })),
		list('who has a balance', balances('spendable')),
		list('who is below zero', balances('below-zero')),
		{ name: 'the 5000 who earned most', query: () => listTopUsers(deps) },
		list('user page', (n) => adminGetUser(deps, { uid: uid(n) }, bench)),
	];
}

function someUids(db: Database): Promise<string[]> {
	return cellsOf<string>(db)`select uid from users where uid > md5('bench')::uuid order by uid limit 500`;
}

async function measureExport(db: Database) {
	globalThis.gc?.();
	const before = process.memoryUsage().rss;
	const start = performance.now();
	let [rows, highest, after] = [0, before, undefined as string | undefined];
	while (rows < EXPORT_ROWS) {
		const page = await selectExportPage(db, 'transfers', after, EXPORT_PAGE);
		if (!page) break;
		rows += page.rows;
		after = page.last;
		highest = Math.max(highest, process.memoryUsage().rss);
	}
	return {
		rows,
		rowsPerSecond: Math.round(rows / ((performance.now() - start) / 1000)),
		grewMegabytes: Math.round((highest - before) / MEGABYTE),
	};
}
