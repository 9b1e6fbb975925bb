import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../test/partners/random.ts';
import { compare } from '../world/compare.ts';
import { type Load, signUpAll, startLoad, type Totals, totalsOf, untilMore } from '../world/load.ts';
import { openWorld, type Victim, type World } from '../world/world.ts';
import { type HandOffs, startHandOffs } from './hand-offs.ts';
import { watchPeople } from './watch-people.ts';

/** What one world of several nodes came to. */
export type NodesTally = Totals & {
	kills: Record<Victim, number>;
	handOffs: number;
	/** How often a live stream was opened, by the node that held it. */
	streams: Record<string, number>;
	/** Each difference between what was acknowledged and the books, or what people were shown, in words. */
	findings: string[];
};

/** Every second time a node, or there would be too few of four. */
const victims: readonly Victim[] = ['server', 'session', 'server', 'postmaster'];
const WATCHED = 2;
const DOWN_MS_MAX = 300;
/** Between two kills so many operations have gone through, so that there is always something to lose. */
const OPERATIONS_BETWEEN = 15;
/** So many more than can be on their way at once have to go through without the node that was killed. */
const OPERATIONS_WITHOUT = 25;

/**
 * Mixed load through a load balancer on several nodes, which are killed in turn, as are sessions of the database and all of
 * it. In the end what was acknowledged is compared with the books, with the vendor's payments and with what live streams
 * told; meanwhile somebody signs in by hand-off, each step at another node.
 * @param say receives a line after each kill.
 * @throws Error when HAProxy is not installed.
 */
export async function proveNodes(
	{ nodes, kills, seed }: { nodes: number; kills: number; seed: number },
	say: (line: string) => void = () => {},
): Promise<NodesTally> {
	const random = createRandom(seed);
	const world = await openWorld(random, { nodes });
	try {
		const people = await signUpAll(world);
		const watched = await watchPeople(world, people.slice(0, WATCHED), random);
		const handOffs = await startHandOffs(world);
		const load = await startLoad(world, random, people);
		const counted = await killOften({ world, load, handOffs, random, kills, say });
		await untilMore(load, OPERATIONS_BETWEEN);
		if (handOffs.findings.length === 0) await untilMore(handOffs, 1);
		await Promise.all([load.end(), handOffs.end()]);
		const findings = await compare(world, load.acknowledged);
		findings.push(...handOffs.findings, ...(await watched.compare(load.acknowledged)));
		await watched.end();
		return {
			kills: counted,
			...totalsOf(load),
			handOffs: handOffs.count(),
			streams: watched.connections(),
			findings,
		};
	} finally {
		await world.close();
	}
}

type Killing = {
	world: World;
	load: Load;
	handOffs: HandOffs;
	random: Random;
	kills: number;
	say: (line: string) => void;
};

async function killOften({ world, load, handOffs, random, kills, say }: Killing): Promise<Record<Victim, number>> {
	const counted = { server: 0, session: 0, postmaster: 0 };
	for (let kill = 1; kill <= kills; kill += 1) {
		await untilMore(load, OPERATIONS_BETWEEN);
		await sleep(random.below(100));
		const victim = victims[(kill - 1) % victims.length] ?? 'server';
		if (victim === 'server') await killNode(world, load, counted.server);
		else await world.kill(victim, random.below(DOWN_MS_MAX));
		counted[victim] += 1;
		const acknowledged = `${load.count()} operations and ${handOffs.count()} hand-offs acknowledged`;
		say(`${kill} of ${kills} killed (${victim}), ${acknowledged}`);
	}
	return counted;
}

/** The others have to carry on without it, before it is started again. */
async function killNode({ nodes }: World, load: Load, nth: number): Promise<void> {
	const node = nodes[nth % nodes.length];
	await node?.kill();
	await untilMore(load, OPERATIONS_WITHOUT);
	await node?.start();
}
