import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { MINUTE_MS } from '../../contract/durations.ts';
import { addUpEarningsDays, recountUsers } from '../admin/dashboard/figures.ts';
import { countCohorts } from '../admin/dashboard/get-business.ts';
import { compactBuckets } from '../ledger/compact-buckets.ts';
import { systemClock } from '../lib/clock-and-log.ts';
import { createDatabase, inTransaction } from '../lib/db/database.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { countOffers } from '../offerwalls/catalogue/count-figures.ts';
import {
	countUsersOf,
	deriveFromSeed,
	hasOldUsers,
	insertCompletions,
	insertCredits,
	insertUsers,
	insertWithdrawals,
	tidyUp,
} from './store-seed.ts';

export type SeedSize = { users: number; credits: number; withdrawals: number };

const CHUNK = 25_000;

type OnProgress = (what: string, done: number, of: number) => void;

export async function seedSite(
	ownerPool: pg.Pool,
	{ users, credits, withdrawals }: SeedSize,
	{ amongReal = false, onProgress = () => {} }: { amongReal?: boolean; onProgress?: OnProgress } = {},
): Promise<void> {
	const owner = createDatabase(ownerPool);
	if (await hasOldUsers(owner)) {
		throw new StartProblem('This site was seeded by an older version with different IDs. Use an empty site.');
	}
	const before = await countUsersOf(owner);
	if (before.real > 0 && !amongReal) {
		throw new StartProblem(
			`This site has ${before.real} real accounts, and generated data can't be removed again. Pass --among-real to seed it anyway.`,
		);
	}
	const total = before.seeded + users;
	if (total === 0 && credits + withdrawals > 0)
		throw new StartProblem('Credits and withdrawals need users. Pass --users.');
	await inChunks(users, 'users', onProgress, (first, last) =>
		insertUsers(owner, before.seeded + first, before.seeded + last, total),
	);
	const run = `${randomBytes(4).toString('hex')}-`;
	await inChunks(credits, 'credits', onProgress, (first, last) =>
		insertCredits(owner, first, last, { total: credits, users: total, run }),
	);
	if (credits > 0) {
		await insertCompletions(owner, { users: total, run });
		await inTransaction(owner, (tx) => countOffers(tx, systemClock.now()));
	}
	for (let made = 0, round = -1; made < withdrawals && made > round; ) {
		round = made;
		for (let first = 1; first <= total && made < withdrawals; first += CHUNK) {
			made += await insertWithdrawals(owner, first, Math.min(first + CHUNK - 1, total), withdrawals - made);
			onProgress('withdrawals', made, withdrawals);
		}
	}
	onProgress('totals', 0, 1);
	await deriveFromSeed(owner);
	const deps = { db: owner, clock: systemClock };
	for (const table of ['account_buckets', 'earnings_buckets'] as const)
		await compactBuckets(owner, table, systemClock.now() - MINUTE_MS);
	await recountUsers(deps);
	await addUpEarningsDays(deps);
	await countCohorts(deps);
	await tidyUp(owner);
	onProgress('totals', 1, 1);
}

async function inChunks(
	count: number,
	what: string,
	onProgress: OnProgress,
	insert: (first: number, last: number) => Promise<void>,
): Promise<void> {
	for (let first = 1; first <= count; first += CHUNK) {
		const last = Math.min(first + CHUNK - 1, count);
		await insert(first, last);
		onProgress(what, last, count);
	}
}
