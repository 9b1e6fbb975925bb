import { setTimeout as sleep } from 'node:timers/promises';
import { type NetworkFault, networkFaults } from '../../../test/crashes/faulty-proxy.ts';
import type { Random } from '../../../test/partners/random.ts';
import { type Link, links, type World } from './world.ts';

/** A fault lasts until it has hit so many questions, or for so long. */
const HITS = 3;
const SPOILT_MS_MAX = 2_500;
const SPOILT_SHARE = 0.3;

/** Gives one link one fault for a while. What it swallowed meanwhile stays swallowed. */
export async function spoil(world: World, link: Link, fault: NetworkFault): Promise<void> {
	const { spoil, heal, hits } = world.links[link];
	// What a network swallows comes first. But five unclear answers open the vendor's circuit for most of the trial.
	const isAll = fault === 'black-hole' && link !== 'vendor';
	spoil(fault, isAll ? 1 : SPOILT_SHARE);
	const enough = (hits.get(fault) ?? 0) + HITS;
	const deadline = performance.now() + SPOILT_MS_MAX;
	while ((hits.get(fault) ?? 0) < enough && performance.now() < deadline) await sleep(20);
	heal();
}

export function spoilAny(world: World, random: Random): Promise<void> {
	return spoil(world, random.pick(links), random.pick(networkFaults));
}
