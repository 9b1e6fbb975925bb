import { type NetworkFault, networkFaults } from '../../../test/crashes/faulty-proxy.ts';
import { createRandom, type Random } from '../../../test/partners/random.ts';
import { compare } from '../world/compare.ts';
import { startLoad, type Totals, totalsOf, untilMore } from '../world/load.ts';
import { spoil } from '../world/spoil.ts';
import { type Link, links, openWorld, type World } from '../world/world.ts';

export type NetworkTally = Totals & {
	/** Questions that were hit, by link and fault: `database cut-after`. */
	hits: Record<string, number>;
	findings: string[];
};

/** Shorter than an operator's, so that a network which swallows everything costs a trial seconds. */
const TIME_LIMITS = 'statement_timeout=5000&query_timeout=6000&idle_in_transaction_session_timeout=5000';
/** So many operations go through before the next fault: it has recovered by itself. */
const OPERATIONS_BETWEEN = 6;

/** Spoils each link in each way under load, then compares the books. @param isShort not each way on each link. */
export async function proveNetwork(
	{ seed, isShort = false }: { seed: number; isShort?: boolean },
	say: (line: string) => void = () => {},
): Promise<NetworkTally> {
	const random = createRandom(seed);
	const world = await openWorld(random, { timeLimits: TIME_LIMITS });
	try {
		const load = await startLoad(world, random);
		const findings: string[] = [];
		const server = world.server().process;
		for (const [link, fault] of isShort ? eachOnce() : shuffled(random)) {
			await spoil(world, link, fault);
			await untilMore(load, OPERATIONS_BETWEEN);
			say(`${link} ${fault}: ${world.links[link].hits.get(fault) ?? 0} hit, ${load.count()} operations acknowledged`);
			if (server.exitCode !== null || server.signalCode !== null) findings.push(`the server ended by ${link} ${fault}`);
			if (findings.length > 0) return { ...totalsOf(load), hits: hitsOf(world), findings };
		}
		await load.end();
		return { ...totalsOf(load), hits: hitsOf(world), findings: await compare(world, load.acknowledged, { isShort }) };
	} finally {
		await world.close();
	}
}

/** Each way once, on the links in turn: among them a database that is swallowed whole. */
function eachOnce(): [Link, NetworkFault][] {
	return networkFaults.map((fault, index) => [links[(index + 2) % links.length] as Link, fault]);
}

function shuffled(random: Random): [Link, NetworkFault][] {
	const all = links.flatMap((link) => networkFaults.map((fault): [Link, NetworkFault] => [link, fault]));
	return all
		.map((each) => ({ each, at: random.below(1e9) }))
		.sort((a, b) => a.at - b.at)
		.map(({ each }) => each);
}

function hitsOf({ links }: World): Record<string, number> {
	const hits = Object.entries(links).flatMap(([link, proxy]) =>
		[...proxy.hits].map(([fault, count]): [string, number] => [`${link} ${fault}`, count]),
	);
	return Object.fromEntries(hits);
}
