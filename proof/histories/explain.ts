import { isDeepStrictEqual } from 'node:util';
import { after, type Event, type Model, movesNothing, sharesOf } from './model.ts';
import type { Observed } from './site.ts';

/** @returns models with an event order that explains the responses. @throws Error if there is none. */
export function explain(
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

/** The index is a bitmask of events, so all orders of the same events share an entry. */
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
