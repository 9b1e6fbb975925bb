import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../test/partners/random.ts';
import { bearer, type Json, request, send } from '../../../test/sites/json-client.ts';
import { usersOf } from '../../../test/support/users.ts';
import { REVERSALS_MAX, WALL_SECRET, type World } from './world.ts';

/** Where product and outside world are. */
export type Reach = Pick<World, 'url' | 'sandbox'>;

/** What one user's partners and withdrawals were told: only what was acknowledged counts. */
export type Acknowledged = {
	credits: number;
	duplicates: number;
	reversals: number;
	/** Orders by their id, and how much each was for, in R$. */
	orders: Map<string, number>;
};

export type Load = {
	readonly acknowledged: ReadonlyMap<string, Acknowledged>;
	count(): number;
	/** Lets everybody finish what they began: what is not acknowledged is repeated until it is. */
	end(): Promise<void>;
};

export const CREDIT = 100;
const WITHDRAWAL = 5;
const USERS = 6;
const RETRY_AFTER_MS = 50;
/** Nobody waits longer for an answer; they ask again. */
export const PATIENCE_MS = 6_000;
const RECOVERY_TIMEOUT_MS = 90_000;
/** As the interface has it: in any other case nothing was held. */
const UNCERTAIN = new Set(['INTERNAL', 'DEADLINE_EXCEEDED']);
const VENDOR_FAULTS = ['timeout-before', 'timeout-after', 'reset', 'reset-after', '500', '500-after', 'garbage'];

export async function signUpAll(world: World): Promise<User[]> {
	const users: User[] = [];
	for (let n = 0; n < USERS; n += 1) users.push(await signUp(world));
	return users;
}

/** Users earn and withdraw all at once, while a fifth of the vendor's answers is spoilt. */
export async function startLoad(world: World, random: Random, known?: readonly User[]): Promise<Load> {
	const users = known ?? (await signUpAll(world));
	const acknowledged = new Map(
		users.map(({ uid }) => [uid, { credits: 0, duplicates: 0, reversals: 0, orders: new Map<string, number>() }]),
	);
	let count = 0;
	let isOver = false;
	const state = {
		done() {
			count += 1;
		},
		isOver: () => isOver,
	};
	const runs = users.flatMap((user) => {
		const told = acknowledged.get(user.uid) as Acknowledged;
		const partners = signers.map((partner) => post(world, { uid: user.uid, partner }, told, random, state));
		return [...partners, withdraw(world, user, told, random, state)];
	});
	const ended = Promise.all(runs);
	// It is waited for at the end; a failure before that must not end the process.
	ended.catch(() => {});
	return {
		acknowledged,
		count: () => count,
		async end() {
			isOver = true;
			const isLate = sleep(RECOVERY_TIMEOUT_MS, true, { ref: false });
			if (await Promise.race([ended.then(() => false), isLate]))
				throw new Error('somebody still has no answer after 90 seconds');
		},
	};
}

export type Totals = { credits: number; duplicates: number; reversals: number; withdrawals: number };

export function totalsOf({ acknowledged }: Load): Totals {
	const all = [...acknowledged.values()];
	const sum = (of: (told: Acknowledged) => number) => all.reduce((total, told) => total + of(told), 0);
	return {
		credits: sum(({ credits }) => credits),
		duplicates: sum(({ duplicates }) => duplicates),
		reversals: sum(({ reversals }) => reversals),
		withdrawals: sum(({ orders }) => orders.size),
	};
}

/** @throws Error when nothing goes through for far longer than any recovery takes. */
export async function untilMore(load: Pick<Load, 'count'>, more: number): Promise<void> {
	const target = load.count() + more;
	const deadline = performance.now() + RECOVERY_TIMEOUT_MS;
	while (load.count() < target) {
		if (performance.now() > deadline) throw new Error('nothing was acknowledged for 90 seconds');
		await sleep(10);
	}
}

export type User = Awaited<ReturnType<typeof signUp>>;
type State = { done: () => void; isOver: () => boolean };

/** Somebody with a linked game account, and a withdrawal that they want. */
export async function signUp(world: Reach) {
	const { signUp, gameWithPass } = usersOf(() => world);
	const user = await signUp();
	await user.call('createUser');
	const { name, userId } = await gameWithPass(WITHDRAWAL, {});
	await user.patch({ roblox_username: name });
	const games = await untilListed(() => user.call('getRobloxGames', { userId }));
	const wanted = { roblox_username: name, placeId: games[0].PlaceID, amount: WITHDRAWAL };
	return { ...user, wanted };
}

/** The platform may seem not to answer on a machine that is busy with other things. */
async function untilListed(ask: () => Promise<Json>): Promise<Json[]> {
	const deadline = performance.now() + RECOVERY_TIMEOUT_MS;
	for (;;) {
		const { result, error } = await ask();
		if (result) return result;
		if (performance.now() > deadline) throw new Error(`the games are not listed: ${JSON.stringify(error)}`);
		await sleep(RETRY_AFTER_MS);
	}
}

/** A partner that repeats what was not acknowledged, sometimes also what was, and takes some of it back. */
async function post(
	world: World,
	{ uid, partner }: { uid: string; partner: Signer },
	told: Acknowledged,
	random: Random,
	state: State,
): Promise<void> {
	while (!state.isOver()) {
		const transId = randomUUID();
		await untilAcknowledged(world, uid, transId, '1', partner);
		told.credits += 1;
		state.done();
		if (random.chance(0.1)) {
			await untilAcknowledged(world, uid, transId, '1', partner);
			told.duplicates += 1;
		}
		if (told.reversals + signers.length < REVERSALS_MAX && random.chance(0.1)) {
			await untilAcknowledged(world, uid, transId, '2', partner);
			told.reversals += 1;
			state.done();
		}
		await sleep(random.below(20));
	}
}

type Posted = { uid: string; transId: string; status: string };
type Signer = (posted: Posted) => { wall: string; fields: Record<string, string> };

/** Wannads, who sign their user. */
const signed: Signer = ({ uid: subId, transId, status }) => {
	const fields = { subId, transId, status, reward: String(CREDIT), payout: '0.5' };
	const signature = createHash('md5').update(`${subId}${transId}${fields.reward}${WALL_SECRET}`).digest('hex');
	return { wall: 'w', fields: { ...fields, signature } };
};

/** Monlix, who sign nothing: whose a transaction is, is kept with it. */
const unsigned: Signer = ({ uid: userId, transId: transactionId, status }) => {
	const fields = { userId, transactionId, status, rewardValue: String(CREDIT), payout: '0.5', secretKey: WALL_SECRET };
	return { wall: 'weak', fields };
};

/** Each user has one of each. */
const signers = [signed, unsigned];

/** @param status of the partner's: 1 for paid, 2 for taken back. */
export async function untilAcknowledged(
	world: Pick<World, 'url'>,
	uid: string,
	transId: string,
	status: string,
	partner = signed,
): Promise<void> {
	const { wall, fields } = partner({ uid, transId, status });
	const url = `${world.url}/postback/${wall}?${new URLSearchParams(fields)}`;
	while (!isAcknowledged(await textOf(url))) await sleep(RETRY_AFTER_MS);
}

/** @param answer status and body. A repeat of what was booked reads DUP. */
export function isAcknowledged(answer: string): boolean {
	return answer === '200 OK' || answer === '200 DUP';
}

async function textOf(url: string): Promise<string> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
		return `${response.status} ${await response.text()}`;
	} catch {
		return 'no answer';
	}
}

/** A user who asks for payouts, each with a request id that survives what goes wrong on the way. */
async function withdraw(world: World, user: User, told: Acknowledged, random: Random, state: State): Promise<void> {
	while (!state.isOver()) {
		if (random.chance(0.2)) await spoilAnAnswer(world, random.pick(VENDOR_FAULTS));
		const order = await untilAccepted(world, user, state);
		if (!order) return;
		told.orders.set(order, WITHDRAWAL);
		state.done();
		await sleep(random.below(100));
	}
}

/** @returns undefined when it is over before anything was accepted. */
async function untilAccepted(world: World, { accessToken, wanted }: User, state: State): Promise<string | undefined> {
	const requestId = randomUUID();
	let wasAsked = false;
	while (wasAsked || !state.isOver()) {
		const answer = await callWithPatience(world, accessToken, { ...wanted, requestId });
		if (answer.result) return answer.result.order_id;
		// A refusal in words held nothing; only silence leaves it open.
		wasAsked = answer.error === undefined || UNCERTAIN.has(answer.error.status);
		await sleep(RETRY_AFTER_MS);
	}
	return undefined;
}

/** @returns nothing when no whole answer came. */
async function callWithPatience({ url }: World, accessToken: string, data: unknown): Promise<Json> {
	const init = {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...bearer(accessToken) },
		body: JSON.stringify({ data }),
		signal: AbortSignal.timeout(PATIENCE_MS),
	};
	return request(`${url}/api/processWithdrawal`, init).then(
		({ body }) => body ?? {},
		() => ({}),
	);
}

async function spoilAnAnswer(world: World, kind: string): Promise<void> {
	const fault = { part: 'vendor', kind, remaining: 1, delayMs: 2_500 };
	await send('POST', `${world.sandbox.url}/control/faults`, fault).catch(() => {});
}
