import { isDeepStrictEqual } from 'node:util';
import { CallError } from '../../contract/errors.ts';
import { WalletClosed } from '../../server/ledger/errors.ts';
import { after, dueCredits, type Event, type Model, movesNothing, newModel, sharesOf } from './model.ts';
import { type Group, type History, isBoostedAt, type Operation } from './operations.ts';
import type { Observed, Site } from './site.ts';
import { type Answer, openWorld, type World } from './world.ts';

type Models = readonly Model[];

/** @throws Error if no order of concurrent operations explains every answer. */
export async function playHistory(site: Site, { seed, groups }: History): Promise<void> {
	await using world = await openWorld(site, seed);
	let models: Models = [newModel(world.uids.length)];
	for (const group of groups) models = await playGroup(site, world, models, group);
	await world.desk.finish();
	models = await judge(site, world, models, await settledOf(world));
	judgeWithdrawals(models[0] as Model, world);
}

async function playGroup(site: Site, world: World, models: Models, group: Group): Promise<Models> {
	const isBoosted = isBoostedAt(site.clock.now());
	world.boostWalls(isBoosted);
	const done = await Promise.all(group.map((operation) => act(world, operation)));
	const isRelease = group.some((operation) => operation.do === 'release');
	const released = isRelease ? dueCredits(models, site.clock.now()).map((due) => ({ released: due })) : [];
	const events: Event[] = [
		...group.map((operation, index) => ({ operation, isBoosted, ...(done[index] as Answer) })),
		...(await settledOf(world)),
		...released,
	];
	return judge(site, world, models, events);
}

async function judge(site: Site, world: World, models: Models, events: readonly Event[]): Promise<Models> {
	return explain(models, events, site.clock.now(), await site.look(world.uids));
}

async function act(world: World, operation: Operation): Promise<Answer> {
	try {
		return await world.act(operation);
	} catch (error) {
		if (error instanceof CallError) return { answer: error.code };
		if (error instanceof WalletClosed) return { answer: 'unauthenticated' };
		throw error;
	}
}

async function settledOf(world: World): Promise<Event[]> {
	const settled = await world.desk.newlySettled();
	return settled.map(({ uid, order, to }) => ({ settled: { user: world.uids.indexOf(uid), order, to } }));
}

function judgeWithdrawals({ users }: Model, { desk }: World): void {
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

/** @returns models with an event order that explains the responses. @throws Error if there is none. */
function explain(
	models: readonly Model[],
	events: readonly Event[],
	nowMs: number,
	observed: readonly Observed[],
): readonly Model[] {
	let possible = models;
	for (const together of apart(events.filter((event) => !movesNothing(event)))) {
		const next: Model[] = [];
		for (const model of possible) for (const end of afterAll(model, together, nowMs)) keep(next, end);
		possible = next;
	}
	const found = possible.filter((model) => matchesObserved(model, observed));
	if (found.length > 0) return found;
	const history = events.map((event) => JSON.stringify(event)).join('\n');
	const before = models.map(({ users }) => users.map((user) => JSON.stringify(user)).join('\n')).join('\nor\n');
	const now = observed.map((user) => JSON.stringify(user)).join('\n');
	throw new Error(`no order of what happened explains it:\n${history}\nbefore\n${before}\nnow\n${now}`);
}

function apart(events: readonly Event[]): (readonly Event[])[] {
	if (events.length < 2) return [events];
	const sets: { shares: Set<string>; events: Event[] }[] = [];
	for (const event of events) {
		const shares = sharesOf(event);
		const touched = sets.filter((set) => shares.some((share) => set.shares.has(share)));
		for (const set of touched) sets.splice(sets.indexOf(set), 1);
		sets.push({
			shares: new Set([...shares, ...touched.flatMap((set) => [...set.shares])]),
			events: [...touched.flatMap((set) => set.events), event],
		});
	}
	return sets.map((set) => set.events);
}

function afterAll(model: Model, events: readonly Event[], nowMs: number): readonly Model[] {
	const reached: Model[][] = Array.from({ length: 2 ** events.length }, () => []);
	reached[0] = [model];
	for (const [happened, models] of reached.entries()) {
		for (const [index, event] of events.entries()) {
			const withIt = happened | (1 << index);
			if (withIt === happened) continue;
			for (const before of models) keep(reached[withIt] as Model[], after(before, event, nowMs));
		}
	}
	return reached.at(-1) as Model[];
}

function keep(models: Model[], model: Model | undefined): void {
	if (model && !models.some((other) => isDeepStrictEqual(other, model))) models.push(model);
}

const figures = ['balance', 'pending', 'earned', 'withdrawn', 'isBanned', 'isDeleted'] as const;

function matchesObserved({ users }: Model, observed: readonly Observed[]): boolean {
	return users.every((user, index) => figures.every((figure) => user[figure] === observed[index]?.[figure]));
}
