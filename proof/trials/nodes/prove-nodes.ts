import { createRandom } from '../../../test/partners/random.ts';
import { compare } from '../world/compare.ts';
import { DOWN_MS_MAX, type Kills, killOften, OPERATIONS_BETWEEN } from '../world/kill-often.ts';
import { type Load, signUpAll, startLoad, type Totals, totalsOf, untilMore } from '../world/load.ts';
import { spoilAny } from '../world/spoil.ts';
import { openWorld, type Victim, type World } from '../world/world.ts';
import { startHandOffs } from './hand-offs.ts';
import { watchUsers } from './watch-users.ts';

export type NodesTally = Totals & {
	kills: Kills;
	handOffs: number;
	streams: Record<string, number>;
	/** Each difference between what was acknowledged and the books, or what users were shown, in words. */
	findings: string[];
};

/** Every second time a node, or there would be too few of four. */
const turns: readonly Victim[] = ['server', 'session', 'server', 'postmaster'];
const WATCHED = 2;
/** So many more than can be on their way at once have to go through without the node that was killed. */
const OPERATIONS_WITHOUT = 25;

/** Kills nodes and the database under load, then compares books and live streams. @throws Error without HAProxy. */
export async function proveNodes(
	{ nodes, kills, seed, network = false }: { nodes: number; kills: number; seed: number; network?: boolean },
	say: (line: string) => void = () => {},
): Promise<NodesTally> {
	const random = createRandom(seed);
	const world = await openWorld(random, { nodes });
	try {
		const users = await signUpAll(world);
		const watched = await watchUsers(world, users.slice(0, WATCHED), random);
		const handOffs = await startHandOffs(world);
		const load = await startLoad(world, random, users);
		const counted = await killOften({
			load,
			random,
			kills,
			turns,
			kill: (victim, nth) =>
				victim === 'server' ? killNode(world, load, nth) : world.kill(victim, random.below(DOWN_MS_MAX)),
			...(network && { between: () => spoilAny(world, random) }),
			say,
			told: () => `${load.count()} operations and ${handOffs.count()} hand-offs`,
		});
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

/** The others have to carry on without it, before it is started again. */
async function killNode({ nodes }: World, load: Load, nth: number): Promise<void> {
	const node = nodes[nth % nodes.length];
	await node?.kill();
	await untilMore(load, OPERATIONS_WITHOUT);
	await node?.start();
}
