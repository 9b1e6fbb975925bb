import { type NetworkFault, networkFaults } from '../../../test/crashes/faulty-proxy.ts';
import { createRandom, type Random } from '../../../test/partners/random.ts';
import { compare } from '../world/compare.ts';
import { type Load, startLoad, type Totals, totalsOf, untilMore } from '../world/load.ts';
import { spoil } from '../world/spoil.ts';
import { type Link, links, openWorld, type World } from '../world/world.ts';

export type NetworkTally = Totals & {
	/** Questions that were hit, by link and fault: `database cut-after`. */
	hits: Record<string, number>;
	findings: string[];
};

/** Shorter than an operator's, so that a network which swallows everything costs a trial seconds. */
export const TIME_LIMITS = 'statement_timeout=5000&query_timeout=6000&idle_in_transaction_session_timeout=5000';
/** So many operations go through before the next fault: it has recovered by itself. */
const OPERATIONS_BETWEEN = 6;

/** Spoils each link in each way under load, then compares the books. */
export async function proveNetwork(
	{ seed }: { seed: number },
	say: (line: string) => void = () => {},
): Promise<NetworkTally> {
	const random = createRandom(seed);
	const world = await openWorld(random, { timeLimits: TIME_LIMITS });
	try {
		const load = await startLoad(world, random);
		const findings = await spoilUnder(load, world, shuffled(random), say);
		if (findings.length === 0) {
			await load.end();
			findings.push(...(await compare(world, load.acknowledged)));
		}
		return { ...totalsOf(load), hits: hitsOf(world), findings };
	} finally {
		await world.close();
	}
}

/** One after the other; after each it has recovered by itself. @returns by which the server ended. */
export async function spoilUnder(
	load: Load,
	world: World,
	spoilt: readonly [Link, NetworkFault][],
	say: (line: string) => void = () => {},
): Promise<string[]> {
	const server = world.server().process;
	for (const [link, fault] of spoilt) {
		await spoil(world, link, fault);
		await untilMore(load, OPERATIONS_BETWEEN);
		say(`${link} ${fault}: ${world.links[link].hits.get(fault) ?? 0} hit, ${load.count()} operations acknowledged`);
		if (server.exitCode !== null || server.signalCode !== null) return [`the server ended by ${link} ${fault}`];
	}
	return [];
}

/** Each way once, on the links in turn: among them a database that is swallowed whole. */
export function eachOnce(): [Link, NetworkFault][] {
	return networkFaults.map((fault, index) => [links[(index + 2) % links.length] as Link, fault]);
}

function shuffled(random: Random): [Link, NetworkFault][] {
	const all = links.flatMap((link) => networkFaults.map((fault): [Link, NetworkFault] => [link, fault]));
	return all
		.map((each) => ({ each, at: random.below(1e9) }))
		.sort((a, b) => a.at - b.at)
		.map(({ each }) => each);
}

export function hitsOf({ links }: World): Record<string, number> {
	const hits = Object.entries(links).flatMap(([link, proxy]) =>
		[...proxy.hits].map(([fault, count]): [string, number] => [`${link} ${fault}`, count]),
	);
	return Object.fromEntries(hits);
}
