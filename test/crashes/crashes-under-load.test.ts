import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { killUnder } from '../../proof/trials/crashes/prove-crashes.ts';
import { eachOnce, hitsOf, spoilUnder, TIME_LIMITS } from '../../proof/trials/network/prove-network.ts';
import { compare } from '../../proof/trials/world/compare.ts';
import { startLoad, totalsOf } from '../../proof/trials/world/load.ts';
import { links, openWorld } from '../../proof/trials/world/world.ts';
import { createRandom } from '../partners/random.ts';

// The long runs, of a thousand kills and with each fault on each link, are `npm run prove -- crashes` and `-- network`.
test('what was acknowledged over a faulty network and before kills of server and database is in the books, and once', {
	timeout: 240_000,
}, async () => {
	const seed = randomInt(2 ** 31);
	const random = createRandom(seed);
	const world = await openWorld(random, { timeLimits: TIME_LIMITS });
	try {
		const load = await startLoad(world, random);
		const findings = await spoilUnder(load, world, eachOnce());
		// That of every answer some were spoilt is chance; that the proxies were in between at all is not.
		const hits = Object.keys(hitsOf(world));
		for (const link of links) expect([link, hits.some((hit) => hit.startsWith(`${link} `))]).toEqual([link, true]);

		const kills = await killUnder(load, world, random, { kills: 3 });
		expect(kills).toEqual({ server: 1, session: 1, postmaster: 1 });
		await load.end();
		findings.push(...(await compare(world, load.acknowledged, { isShort: true })));
		for (const [what, count] of Object.entries(totalsOf(load))) expect([what, count > 0]).toEqual([what, true]);
		expect(findings, `with seed ${seed}`).toEqual([]);
	} finally {
		await world.close();
	}
});
