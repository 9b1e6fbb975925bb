import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBooks } from '../../../server/books/check-books.ts';
import { findWallet } from '../../../server/ledger/wallet.ts';
import { rowsOf } from '../../../server/lib/db/database.ts';
import { type WithdrawalState, wireStatus } from '../../../server/withdrawals/withdrawal.ts';
import type { Random } from '../../../test/partners/random.ts';
import { bearer, type Json, request, send } from '../../../test/sites/json-client.ts';
import { type LiveReader, openLiveReader } from '../../../test/sites/live-reader.ts';
import { usersOf } from '../../../test/support/users.ts';
import { until } from '../../until.ts';
import type { Print } from '../trial.ts';
import { WALL_SECRET, type World } from './world.ts';

type Acknowledged = { credits: number; duplicates: number; reversals: number; orders: Set<string> };

export type Load = { readonly acknowledged: ReadonlyMap<string, Acknowledged>; count(): number; end(): Promise<void> };

const CREDIT = 100;
const WITHDRAWAL = 5;
const USERS = 6;
const RETRY_AFTER_MS = 50;
const PATIENCE_MS = 6_000;
const RECOVERY_TIMEOUT_MS = 90_000;
const UNCERTAIN = new Set(['INTERNAL', 'DEADLINE_EXCEEDED']);
const VENDOR_FAULTS = ['timeout-before', 'timeout-after', 'reset', 'reset-after', '500', '500-after', 'garbage'];

type Running = { world: World; random: Random; acknowledged: Acknowledged; done(): void; isOver(): boolean };

export async function signUpAll(world: World): Promise<User[]> {
	const users: User[] = [];
	for (let n = 0; n < USERS; n += 1) users.push(await signUp(world));
	return users;
}

export async function startLoad(world: World, random: Random, known?: readonly User[]): Promise<Load> {
	const users = known ?? (await signUpAll(world));
	const acknowledged = new Map<string, Acknowledged>();
	let [count, isOver] = [0, false];
	const runs = users.flatMap((user) => {
		const own: Acknowledged = { credits: 0, duplicates: 0, reversals: 0, orders: new Set() };
		acknowledged.set(user.uid, own);
		const done = () => {
			count += 1;
		};
		const running: Running = { world, random, acknowledged: own, done, isOver: () => isOver };
		return [...partners.map((partner) => postCredits(running, user.uid, partner)), withdraw(running, user)];
	});
	const ended = Promise.all(runs);
	// `end()` reports a failure; this prevents an unhandled rejection.
	ended.catch(() => {});
	return {
		acknowledged,
		count: () => count,
		async end() {
			isOver = true;
			const isLate = sleep(RECOVERY_TIMEOUT_MS, true, { ref: false });
			if (await Promise.race([ended.then(() => false), isLate]))
				throw new Error('an operation is not acknowledged after 90 seconds');
		},
	};
}

type Totals = { credits: number; duplicates: number; reversals: number; withdrawals: number };

export function totalsOf({ acknowledged }: Load): Totals {
	const sum = (of: (user: Acknowledged) => number) => [...acknowledged.values()].reduce((n, user) => n + of(user), 0);
	return {
		credits: sum(({ credits }) => credits),
		duplicates: sum(({ duplicates }) => duplicates),
		reversals: sum(({ reversals }) => reversals),
		withdrawals: sum(({ orders }) => orders.size),
	};
}

/** @throws Error after 90 seconds, longer than any recovery takes. */
export async function untilMore(load: Pick<Load, 'count'>, more: number): Promise<void> {
	const target = load.count() + more;
	const hasMore = await until(() => load.count() >= target, RECOVERY_TIMEOUT_MS, 10);
	if (!hasMore) throw new Error('nothing was acknowledged for 90 seconds');
}

export type User = Awaited<ReturnType<typeof signUp>>;

export async function signUp(world: World) {
	const { signUp, gameWithPass } = usersOf(() => world);
	const user = await signUp();
	await user.call('createUser');
	const { name, userId } = await gameWithPass(WITHDRAWAL);
	await user.patch({ roblox_username: name });
	const deadline = performance.now() + RECOVERY_TIMEOUT_MS;
	for (;;) {
		const { result: games, error } = await user.call('getRobloxGames', { userId });
		if (games) return { ...user, wanted: { roblox_username: name, placeId: games[0].PlaceID, amount: WITHDRAWAL } };
		if (performance.now() > deadline) throw new Error(`the games are not listed: ${JSON.stringify(error)}`);
		await sleep(RETRY_AFTER_MS);
	}
}

type Posted = { uid: string; transId: string; status: string };
type Partner = (posted: Posted) => { wall: string; fields: Record<string, string> };

export const wannads: Partner = ({ uid: subId, transId, status }) => {
	const fields = { subId, transId, status, reward: String(CREDIT), payout: '0.5' };
	const signature = createHash('md5').update(`${subId}${transId}${fields.reward}${WALL_SECRET}`).digest('hex');
	return { wall: 'w', fields: { ...fields, signature } };
};

const monlix: Partner = ({ uid: userId, transId: transactionId, status }) => {
	const fields = { userId, transactionId, status, rewardValue: String(CREDIT), payout: '0.5', secretKey: WALL_SECRET };
	return { wall: 'weak', fields };
};

const partners = [wannads, monlix];
const PAID = '1';
const REVERSED = '2';

async function postCredits(running: Running, uid: string, partner: Partner): Promise<void> {
	const { world, random, acknowledged, done, isOver } = running;
	while (!isOver()) {
		const transId = randomUUID();
		const post = async (status: string) => {
			const { wall, fields } = partner({ uid, transId, status });
			const url = `${world.url}/postback/${wall}?${new URLSearchParams(fields)}`;
			while (!isAcknowledged(await textOf(url))) await sleep(RETRY_AFTER_MS);
		};
		await post(PAID);
		acknowledged.credits += 1;
		done();
		if (random.chance(0.1)) {
			await post(PAID);
			acknowledged.duplicates += 1;
		}
		if (random.chance(0.1)) {
			await post(REVERSED);
			acknowledged.reversals += 1;
			done();
		}
		await sleep(random.below(20));
	}
}

const isAcknowledged = (answer: string): boolean => answer === '200 OK' || answer === '200 DUP';

export async function textOf(url: string): Promise<string> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
		return `${response.status} ${await response.text()}`;
	} catch {
		return 'no response';
	}
}

async function withdraw(running: Running, user: User): Promise<void> {
	const { world, random, acknowledged, done, isOver } = running;
	while (!isOver()) {
		if (random.chance(0.2)) await breakVendorOnce(world, random.pick(VENDOR_FAULTS));
		const order = await untilAccepted(running, user);
		if (!order) return;
		acknowledged.orders.add(order);
		done();
		await sleep(random.below(100));
	}
}

/** Returns undefined if the load ended before a request was accepted. */
async function untilAccepted({ world, isOver }: Running, { accessToken, wanted }: User): Promise<string | undefined> {
	const requestId = randomUUID();
	let isUncertain = false;
	while (isUncertain || !isOver()) {
		const { result, error } = await requestWithdrawal(world, accessToken, { ...wanted, requestId });
		if (result) return result.order_id;
		isUncertain = error === undefined || UNCERTAIN.has(error.status);
		await sleep(RETRY_AFTER_MS);
	}
	return undefined;
}

async function requestWithdrawal({ url }: World, accessToken: string, data: unknown): Promise<Json> {
	const patience = AbortSignal.timeout(PATIENCE_MS);
	return send('POST', `${url}/api/processWithdrawal`, { data }, bearer(accessToken), patience).then(
		({ body }) => body ?? {},
		() => ({}),
	);
}

async function breakVendorOnce(world: World, kind: string): Promise<void> {
	const fault = { part: 'vendor', kind, remaining: 1, delayMs: 2_500 };
	await send('POST', `${world.sandbox.url}/control/faults`, fault).catch(() => {});
}

type Page = { uid: string; name: string; reader: LiveReader };

const PAGES_OF_USER = 3;
const STAYS_MS_MAX = 4_000;
const TIMEOUT_MS = 120_000;
const HUNDREDTHS = 100;

/** Once connected, the streams must receive every event. */
export async function watchUsers(world: World, users: readonly User[], random: Random) {
	const staysMs = () => random.below(STAYS_MS_MAX);
	const pages: Page[] = users.flatMap((user) =>
		Array.from({ length: PAGES_OF_USER }, (_, index) => ({
			uid: user.uid,
			name: `page ${index + 1} of ${user.uid}`,
			reader: openLiveReader(world, user, { staysMs: index > 0 ? staysMs : undefined }),
		})),
	);
	const areOpen = () => pages.every(({ reader }) => reader.balance() !== undefined);
	if (!(await until(areOpen, TIMEOUT_MS))) throw new Error('a live stream sends no balance for two minutes');
	return {
		async end(acknowledged: ReadonlyMap<string, Acknowledged>): Promise<string[]> {
			const findings: string[] = [];
			for (const page of pages) findings.push(...(await comparePage(world, page, acknowledged.get(page.uid))));
			await Promise.all(pages.map(({ reader }) => reader.end()));
			return findings;
		},
	};
}

async function comparePage(
	{ db }: World,
	{ uid, name, reader }: Page,
	acknowledged: Acknowledged | undefined,
): Promise<string[]> {
	const lines = await rowsOf<{ id: number }>(db)`
		select id from transfers where uid = ${uid} and kind in ('credit', 'reversal')`;
	const orders = await rowsOf<{ order_id: string; state: WithdrawalState }>(db)`
		select order_id, state from withdrawals where uid = ${uid}`;
	const balance = ((await findWallet(db, uid))?.balance ?? 0) / HUNDREDTHS;
	const expected = (acknowledged?.credits ?? 0) + (acknowledged?.reversals ?? 0);
	const missedLines = () => lines.filter(({ id }) => !reader.offers.has(String(id)));
	const missedOrders = () => orders.filter(({ order_id, state }) => reader.orders.get(order_id) !== wireStatus(state));
	const hasAll = () => missedLines().length + missedOrders().length === 0 && reader.balance() === balance;
	await until(hasAll, TIMEOUT_MS);

	const findings: string[] = [];
	if (reader.offers.size !== expected)
		findings.push(`${name}: ${reader.offers.size} lines instead of ${expected} acknowledged ones`);
	for (const { id } of missedLines()) findings.push(`${name}: transfer ${id} is missing`);
	for (const { order_id, state } of missedOrders())
		findings.push(`${name}: order ${order_id} is ${reader.orders.get(order_id)} instead of ${wireStatus(state)}`);
	if (reader.balance() !== balance) findings.push(`${name}: shows ${reader.balance()} instead of ${balance}`);
	return findings;
}

const SETTLE_TIMEOUT_MS = 150_000;

export async function compare(world: World, acknowledged: ReadonlyMap<string, Acknowledged>): Promise<string[]> {
	const findings = await untilSettled(world);
	const timesPaid = await paymentsOf(world);
	for (const [uid, user] of acknowledged) findings.push(...(await compareUser(world, uid, user, timesPaid)));
	const breaches = await checkBooks(world.db);
	return [...findings, ...breaches.map((breach) => `books: ${JSON.stringify(breach)}`)];
}

async function untilSettled({ db }: World): Promise<string[]> {
	const listOpen = () => rowsOf<{ order_id: string; state: string }>(db)`
		select order_id, state from withdrawals where state not in ('completed', 'failed')`;
	await until(async () => (await listOpen()).length === 0, SETTLE_TIMEOUT_MS, 200);
	return (await listOpen()).map(({ order_id, state }) => `${order_id} stays ${state}`);
}

async function paymentsOf({ sandbox }: World): Promise<Map<string, number>> {
	const { body } = await request(`${sandbox.url}/control/vendor/orders`);
	return new Map(body.orders.map((order: Json) => [order.orderId, order.timesPaid]));
}

async function compareUser(
	{ db }: World,
	uid: string,
	acknowledged: Acknowledged,
	timesPaid: ReadonlyMap<string, number>,
): Promise<string[]> {
	const findings: string[] = [];
	const expectSame = (what: string, found: unknown, expected: unknown) => {
		if (found !== expected) findings.push(`${uid}: ${what}: ${found} instead of ${expected}`);
	};
	const transfers = await rowsOf<{ kind: string; count: number }>(db)`
		select kind, count(*)::int as count from transfers where uid = ${uid} group by kind`;
	const countOf = (kind: string) => transfers.find((row) => row.kind === kind)?.count ?? 0;
	expectSame('credits', countOf('credit'), acknowledged.credits);
	expectSame('reversals', countOf('reversal'), acknowledged.reversals);

	const orders = await rowsOf<{ order_id: string; state: string; amount: number }>(db)`
		select order_id, state, amount from withdrawals where uid = ${uid}`;
	const ids = new Set(orders.map(({ order_id }) => order_id));
	expectSame('orders', ids.size, acknowledged.orders.size);
	for (const id of acknowledged.orders) if (!ids.has(id)) findings.push(`${uid}: order ${id} was lost`);
	let paid = 0;
	for (const { order_id, state, amount } of orders) {
		const isPaid = state === 'completed';
		expectSame(`payments of ${state} order ${order_id}`, timesPaid.get(order_id) ?? 0, isPaid ? 1 : 0);
		if (isPaid) paid += amount;
	}
	const expected = (acknowledged.credits - acknowledged.reversals) * CREDIT * HUNDREDTHS - paid;
	expectSame('balance', (await findWallet(db, uid))?.balance, expected);
	return findings;
}

export const OPERATIONS_BETWEEN = 15;
export const DOWN_MS_MAX = 300;

type Killing<Victim extends string> = {
	load: Load;
	random: Random;
	victims: readonly Victim[];
	kill: (victim: Victim, nth: number) => Promise<void>;
	print: Print;
	before?: () => Promise<void>;
};

export async function killOften<Victim extends string>(killing: Killing<Victim>): Promise<Record<string, number>> {
	const { load, random, victims, kill, print, before } = killing;
	const counted: Record<string, number> = {};
	for (const [done, victim] of victims.entries()) {
		await before?.();
		await untilMore(load, OPERATIONS_BETWEEN);
		await sleep(random.below(100));
		const nth = counted[victim] ?? 0;
		await kill(victim, nth);
		counted[victim] = nth + 1;
		print(`${done + 1} of ${victims.length} killed (${victim}), ${load.count()} operations acknowledged`);
	}
	await untilMore(load, OPERATIONS_BETWEEN);
	return counted;
}
