import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import { countActiveUsers, countUsers } from '../../../server/admin/dashboard/count-users.ts';
import { adminGetBusiness, countCohorts } from '../../../server/admin/dashboard/get-business.ts';
import { sumEarnings, sumEarningsByOfferwall } from '../../../server/admin/dashboard/sum-earnings.ts';
import { selectExportPage } from '../../../server/admin/export/store-export.ts';
import { adminSearch } from '../../../server/admin/search/search.ts';
import { adminGetUser } from '../../../server/admin/users/get-user.ts';
import { getUsersPage, listTopUsers } from '../../../server/admin/users/get-users.ts';
import { systemClock } from '../../../server/lib/clock.ts';
import type { Database } from '../../../server/lib/db/database.ts';
import { adminGetBalances } from '../../../server/treasury/get-balances.ts';
import { testMemory } from '../../../test/support/stubs.ts';
import { summarise } from '../lib/latencies.ts';

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

export async function measureAdmin(db: Database, seconds: number) {
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
	return {
		cohortsMs,
		sizes: await sizesOf(db),
		findings,
		exported: await measureExport(db),
	};
}

function questionsOf(db: Database, uids: readonly string[]): Question[] {
	const deps = { db, clock: systemClock, walls: [], payoutCostOfThousand: undefined };
	const now = Date.now();
	const page = { orderBy: 'totalEarned', search: '', cursor: undefined, limit: 50 } as const;
	const names = ['p', 'person-77', 'Person 4242', 'seed_0'];
	const others = ['W-', 'W-7', 'a1b2', '1', '81.2.69.', 'S-', 'no-such-transaction-1'];
	const searches = ['s', 'se', 'see', 'seed', 'a1', '_77', 'seed_0f', 'nobody'];
	const cursors: Record<'totalEarned' | 'last_access', string | undefined> = {
		...{ totalEarned: undefined, last_access: undefined },
	};
	const nextPage = (orderBy: 'totalEarned' | 'last_access') => async () => {
		const answer = await getUsersPage(deps, { ...page, orderBy, cursor: cursors[orderBy] });
		cursors[orderBy] = answer.nextCursor ?? undefined;
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
		list('who has a balance', balances('spendable')),
		list('who is below zero', balances('below-zero')),
		{ name: 'the 5000 who earned most', query: () => listTopUsers(deps) },
		list('user page', (n) => adminGetUser(deps, { uid: uid(n) }, bench)),
	];
}

async function someUids(db: Database): Promise<string[]> {
	const { rows } = await sql<{ uid: string }>`
		select uid from users where uid > md5('bench')::uuid order by uid limit 500
	`.execute(db);
	return rows.map(({ uid }) => uid);
}

async function sizesOf(db: Database) {
	const { rows } = await sql<{ users: number; transfers: number; withdrawals: number }>`
		select (select count(*) from users) as users, (select count(*) from transfers) as transfers,
			(select count(*) from withdrawals) as withdrawals
	`.execute(db);
	return rows[0] ?? { users: 0, transfers: 0, withdrawals: 0 };
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
