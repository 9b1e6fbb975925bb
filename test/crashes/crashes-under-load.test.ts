import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { killUnder } from '../../proof/trials/crashes/prove-crashes.ts';
import { compare, startLoad, totalsOf, untilMore } from '../../proof/trials/world/load.ts';
import { type Link, links, openWorld, type World } from '../../proof/trials/world/world.ts';
import { clearFailures } from '../../server/withdrawals/safety/store-safety.ts';
import { createRandom } from '../partners/random.ts';
import { type NetworkFault, networkFaults } from './faulty-proxy.ts';

const TIME_LIMITS = 'statement_timeout=5000&query_timeout=6000&idle_in_transaction_session_timeout=5000';
const OPERATIONS_BETWEEN = 6;
const HITS = 3;
const SPOILT_MS_MAX = 2_500;
const FIRST_HIT_MS_MAX = 30_000;
const SPOILT_SHARE = 0.3;

async function spoil({ links }: World, link: Link, fault: NetworkFault): Promise<void> {
	const { spoil, heal, hits } = links[link];
	const isAll = fault === 'black-hole' && link !== 'vendor';
	spoil(fault, isAll ? 1 : SPOILT_SHARE);
	const enough = (hits.get(fault) ?? 0) + HITS;
	const startedAt = performance.now();
	// A slow machine may send nothing over a link for seconds.
	const mayEnd = () => performance.now() - startedAt > (hits.size > 0 ? SPOILT_MS_MAX : FIRST_HIT_MS_MAX);
	while ((hits.get(fault) ?? 0) < enough && !mayEnd()) await sleep(20);
	heal();
}

test('acknowledged operations are booked once despite network faults and kills of server and database', async () => {
	const seed = randomInt(2 ** 31);
	const random = createRandom(seed);
	await using world = await openWorld(random, { timeLimits: TIME_LIMITS });
	const load = await startLoad(world, random);
	const { process: server } = world.server();
	for (const [index, fault] of networkFaults.entries()) {
		const link = links[(index + 2) % links.length] as Link;
		await spoil(world, link, fault);
		await untilMore(load, OPERATIONS_BETWEEN);
		expect([link, fault, server.exitCode, server.signalCode]).toEqual([link, fault, null, null]);
	}
	for (const link of links) expect([link, world.links[link].hits.size > 0]).toEqual([link, true]);

	const kills = await killUnder(load, { world, random, count: 3 });
	expect(kills).toEqual({ server: 1, session: 1, postmaster: 1 });
	await load.end();
	// Shortens the wait for the vendor's circuit breaker.
	await clearFailures(world.db, 'rbxcrate');
	const findings = await compare(world, load.acknowledged);
	for (const [what, count] of Object.entries(totalsOf(load))) expect([what, count > 0]).toEqual([what, true]);
	expect(findings, `with seed ${seed}`).toEqual([]);
});
