import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { findWallet } from '../../../server/ledger/wallet.ts';
import { type WithdrawalState, wireStatus } from '../../../server/withdrawals/withdrawal.ts';
import type { Random } from '../../../test/partners/random.ts';
import type { Acknowledged, User } from '../world/load.ts';
import type { World } from '../world/world.ts';
import { type LiveReader, openLiveReader } from './live-reader.ts';

export type WatchedPeople = {
	connections(): Record<string, number>;
	/** Waits until every page was told everything. @returns what a page still misses, in words. */
	compare(acknowledged: ReadonlyMap<string, Acknowledged>): Promise<string[]>;
	end(): Promise<void>;
};

type Page = { uid: string; name: string; reader: LiveReader };

/** Of each user one stays open until something is killed, the others come and go. */
const PAGES_OF_ONE = 3;
const STAYS_MS_MAX = 4_000;
const TIMEOUT_MS = 120_000;
const HUNDREDTHS = 100;

/** Opens a few pages of each user, and waits until all follow: from then on they must be told everything. */
export async function watchUsers(
	world: World,
	users: readonly Pick<User, 'uid' | 'accessToken'>[],
	random: Random,
): Promise<WatchedPeople> {
	const staysMs = () => random.below(STAYS_MS_MAX);
	const pages: Page[] = users.flatMap((user) =>
		Array.from({ length: PAGES_OF_ONE }, (_, index) => ({
			uid: user.uid,
			name: `page ${index + 1} of ${user.uid}`,
			reader: openLiveReader(world, user, { staysMs: index > 0 ? staysMs : undefined }),
		})),
	);
	await until(() => pages.every(({ reader }) => reader.balance() !== undefined));
	return {
		connections() {
			const sum: Record<string, number> = {};
			for (const { reader } of pages) {
				for (const [node, count] of reader.connections) sum[node] = (sum[node] ?? 0) + count;
			}
			return sum;
		},
		async compare(acknowledged) {
			const findings: string[] = [];
			for (const page of pages) findings.push(...(await comparePage(world, page, acknowledged.get(page.uid))));
			return findings;
		},
		async end() {
			await Promise.all(pages.map(({ reader }) => reader.end()));
		},
	};
}

async function comparePage(
	{ db }: World,
	{ uid, name, reader }: Page,
	told: Acknowledged | undefined,
): Promise<string[]> {
	const { rows: lines } = await sql<{ id: number }>`
		select id from transfers where uid = ${uid} and kind in ('credit', 'reversal')
	`.execute(db);
	const { rows: orders } = await sql<{ order_id: string; state: WithdrawalState }>`
		select order_id, state from withdrawals where uid = ${uid}
	`.execute(db);
	const balance = ((await findWallet(db, uid))?.balance ?? 0) / HUNDREDTHS;
	const expected = (told?.credits ?? 0) + (told?.reversals ?? 0);
	const missedLines = () => lines.filter(({ id }) => !reader.offers.has(String(id)));
	const missedOrders = () => orders.filter(({ order_id, state }) => reader.orders.get(order_id) !== wireStatus(state));
	const hasAll = () => missedLines().length + missedOrders().length === 0 && reader.balance() === balance;
	await until(hasAll).catch(() => {});

	const findings: string[] = [];
	if (reader.offers.size !== expected) {
		findings.push(`${name}: ${reader.offers.size} lines instead of ${expected} that were acknowledged`);
	}
	for (const { id } of missedLines()) findings.push(`${name}: was never told of transfer ${id}`);
	for (const { order_id, state } of missedOrders()) {
		findings.push(`${name}: order ${order_id} is ${reader.orders.get(order_id)} instead of ${wireStatus(state)}`);
	}
	if (reader.balance() !== balance) findings.push(`${name}: shows ${reader.balance()} instead of ${balance}`);
	return findings;
}

async function until(holds: () => boolean): Promise<void> {
	const deadline = performance.now() + TIMEOUT_MS;
	while (!holds()) {
		if (performance.now() > deadline) throw new Error('a live stream did not tell everything within two minutes');
		await sleep(50);
	}
}
