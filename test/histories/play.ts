import { sql } from 'kysely';
import { CallError } from '../../contract/errors.ts';
import type { TestDatabase } from '../database.ts';
import { after, dueCredits, type Event, type Model, newModel } from './model.ts';
import type { Group, History, Operation } from './operations.ts';
import { type Answer, openWorld, type World } from './world.ts';

const DAY_MS = 86_400_000;

/** What the product says of one person, in hundredths of R$. */
type Seen = {
	balance: number;
	pending: number;
	earned: number;
	withdrawn: number;
	isBanned: boolean;
	isDeleted: boolean;
};

/**
 * Plays a history on a real database. What happens at the same moment happens on connections of its own, and some order of
 * it must explain, by the model, every answer and every figure after it. In the end all orders have ended, and each was paid
 * as often as we say, by the vendor's own count.
 * @throws Error that says what could not be explained.
 */
export async function playHistory(
	database: TestDatabase,
	clock: { nowMs: number; now(): number },
	{ seed, groups }: History,
): Promise<void> {
	// Nothing of one history is due in another.
	clock.nowMs += DAY_MS;
	const world = await openWorld(database, clock, seed);
	try {
		let model = newModel(world.uids.length);
		for (const group of groups) model = await playGroup(database, clock, world, model, group);
		await world.desk.finish(world.uids);
		const rest = await settledOf(world);
		model = explain(model, rest, clock.now(), await look(database, world));
		judgeOrders(model, world);
	} finally {
		await world.close();
	}
}

async function playGroup(
	database: TestDatabase,
	clock: { now(): number },
	world: World,
	model: Model,
	group: Group,
): Promise<Model> {
	const done = await Promise.all(group.map((operation) => act(world, operation)));
	const isRelease = group.some((operation) => operation.do === 'release');
	const released = isRelease ? dueCredits(model, clock.now()).map((due) => ({ released: due })) : [];
	const events: Event[] = [
		...group.map((operation, index) => ({ operation, ...(done[index] as Answer) })),
		...(await settledOf(world)),
		...released,
	];
	return explain(model, events, clock.now(), await look(database, world));
}

/** What the product answers, refusals by their code; anything but a refusal is a failure of ours. */
async function act(world: World, operation: Operation): Promise<Answer> {
	try {
		return await world.act(operation);
	} catch (error) {
		if (error instanceof CallError) return { answer: error.code };
		throw error;
	}
}

async function settledOf(world: World): Promise<Event[]> {
	const settled = await world.desk.newlySettled(world.uids);
	return settled.map(({ uid, order, to }) => ({
		settled: { user: (world.uids as readonly string[]).indexOf(uid), order, to },
	}));
}

/**
 * Looks for an order in which the model gives all these answers and comes to these figures.
 * @throws Error when there is none.
 */
function explain(model: Model, events: readonly Event[], nowMs: number, seen: readonly Seen[]): Model {
	const found = search(model, events, nowMs, seen);
	if (found) return found;
	const told = events.map((event) => JSON.stringify(event)).join('\n');
	const figures = seen.map((user, index) => `${JSON.stringify(model.users[index])}\nnow ${JSON.stringify(user)}`);
	throw new Error(`no order of what happened explains it:\n${told}\nbefore ${figures.join('\nbefore ')}`);
}

function search(model: Model, events: readonly Event[], nowMs: number, seen: readonly Seen[]): Model | undefined {
	if (events.length === 0) return isAsSeen(model, seen) ? model : undefined;
	for (const [index, event] of events.entries()) {
		const next = after(model, event, nowMs);
		const rest = events.toSpliced(index, 1);
		const found = next && search(next, rest, nowMs, seen);
		if (found) return found;
	}
	return undefined;
}

function isAsSeen({ users }: Model, seen: readonly Seen[]): boolean {
	return users.every((user, index) => {
		const figures = seen[index];
		return (
			figures !== undefined &&
			user.balance === figures.balance &&
			user.pending === figures.pending &&
			user.earned === figures.earned &&
			user.withdrawn === figures.withdrawn &&
			user.isBanned === figures.isBanned &&
			user.isDeleted === figures.isDeleted
		);
	});
}

async function look({ app }: TestDatabase, { uids }: World): Promise<Seen[]> {
	const { rows } = await sql<Seen & { uid: string }>`
		select uid, balance, pending, earned, withdrawn, u.banned_at is not null as "isBanned",
			w.closed_at is not null as "isDeleted"
		from wallets w join users u using (uid) where uid = any(${uids}::uuid[])
	`.execute(app);
	return uids.map((uid) => rows.find((row) => row.uid === uid) as Seen);
}

/** Every order of the model has ended, and the vendor paid it as often as its end says. */
function judgeOrders({ users }: Model, { desk }: World): void {
	for (const { requests, open, withdrawn } of users) {
		if (open) throw new Error(`${open.order} is still open`);
		const paid = Object.values(requests).map(({ robux, order }) => {
			const times = desk.timesPaid(order);
			if (times > 1) throw new Error(`${order} was paid ${times} times`);
			return times * robux * 100;
		});
		const sum = paid.reduce((all, amount) => all + amount, 0);
		if (sum !== withdrawn) throw new Error(`the vendor paid ${sum}, our books say ${withdrawn}`);
	}
}
