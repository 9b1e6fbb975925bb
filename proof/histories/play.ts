import { CallError } from '../../contract/errors.ts';
import { explain } from './explain.ts';
import { dueCredits, type Event, type Model, newModel } from './model.ts';
import { type Group, type History, isBoostedAt, type Operation } from './operations.ts';
import type { Site } from './site.ts';
import { type Answer, openWorld, type World } from './world.ts';

type Models = readonly Model[];

/** @throws Error if no order of concurrent operations explains every answer. */
export async function playHistory(site: Site, { seed, groups }: History): Promise<void> {
	const world = await openWorld(site, seed);
	try {
		let models: Models = [newModel(world.uids.length)];
		for (const group of groups) models = await playGroup(site, world, models, group);
		await world.desk.finish();
		models = await judge(site, world, models, await settledOf(world));
		judgeWithdrawals(models[0] as Model, world);
	} finally {
		await world.close();
	}
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
