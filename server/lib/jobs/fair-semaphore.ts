/** Fair semaphore. Waiters are grouped by path, for example `[kind, network, visitor]`; groups take turns. */
export type FairSemaphore = {
	run<Result>(path: readonly string[], work: () => Promise<Result>): Promise<Result>;
};

export class TooManyWaiting extends Error {
	constructor() {
		super('the queue is full');
		this.name = 'TooManyWaiting';
	}
}

type Waiter = { start(): void; giveUp(): void };
/** Invariants: children are in service order and never empty; only leaf groups have waiters. */
type Group = { size: number; children: Map<string, Group>; waiters: Waiter[] };

/** @param waitingMax queue limit per level. A full group evicts the newest waiter of its largest child. */
export function createFairSemaphore({ atOnce, waitingMax }: { atOnce: number; waitingMax: readonly number[] }) {
	const all = emptyGroup();
	let running = 0;

	async function enter(path: readonly string[]): Promise<void> {
		if (running < atOnce) {
			running += 1;
			return;
		}
		// The slot passes directly to the next waiter, so a new arrival cannot overtake.
		await new Promise<void>((resolve, reject) => {
			const waiter = { start: resolve, giveUp: () => reject(new TooManyWaiting()) };
			if (!makeRoom(all, path, waitingMax)) waiter.giveUp();
			else add(all, path, waiter);
		});
	}

	function leave(): void {
		if (all.size > 0) takeFirst(all).start();
		else running -= 1;
	}

	return {
		async run(path, work) {
			await enter(path);
			try {
				return await work();
			} finally {
				leave();
			}
		},
	} satisfies FairSemaphore;
}

function emptyGroup(): Group {
	return { size: 0, children: new Map(), waiters: [] };
}

function add(group: Group, [name, ...rest]: readonly string[], waiter: Waiter): void {
	group.size += 1;
	if (name === undefined) {
		group.waiters.push(waiter);
		return;
	}
	const child = group.children.get(name) ?? emptyGroup();
	group.children.set(name, child);
	add(child, rest, waiter);
}

/** Checks the deepest level first, so that no waiter is evicted unnecessarily. */
function makeRoom(
	parent: Group,
	[name, ...rest]: readonly string[],
	[max = 0, ...maxBelow]: readonly number[],
): boolean {
	const group = name === undefined ? undefined : parent.children.get(name);
	if (!group) return true;
	const before = group.size;
	if (!makeRoom(group, rest, maxBelow)) return false;
	if (group.size >= max) {
		const own = group.children.get(rest[0] ?? '')?.size ?? 0;
		if ((largestOf(group)?.[1].size ?? 0) <= own + 1) return false;
		dropNewest(group).giveUp();
	}
	parent.size -= before - group.size;
	return true;
}

function takeFirst(group: Group): Waiter {
	group.size -= 1;
	const first = group.waiters.shift();
	if (first) return first;
	const [name, child] = group.children.entries().next().value as [string, Group];
	group.children.delete(name);
	const taken = takeFirst(child);
	if (child.size > 0) group.children.set(name, child);
	return taken;
}

function dropNewest(group: Group): Waiter {
	group.size -= 1;
	const [name, child] = largestOf(group) ?? [];
	if (!child || name === undefined) return group.waiters.pop() as Waiter;
	const dropped = dropNewest(child);
	if (child.size === 0) group.children.delete(name);
	return dropped;
}

function largestOf(group: Group): [string, Group] | undefined {
	let largest: [string, Group] | undefined;
	for (const each of group.children) if (!largest || each[1].size > largest[1].size) largest = each;
	return largest;
}
