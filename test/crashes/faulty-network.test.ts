import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { proveNetwork } from '../../proof/trials/network/prove-network.ts';
import { links } from '../../proof/trials/world/world.ts';

// The long run, of many worlds and with each fault on each link, is `npm run prove -- network`: docs/proof.md.
test('what was acknowledged over a faulty network is in the books, and once, and all goes on by itself', {
	timeout: 240_000,
}, async () => {
	const seed = randomInt(2 ** 31);
	const { findings, hits, ...acknowledged } = await proveNetwork({ seed, isShort: true });
	expect(findings, `with seed ${seed}`).toEqual([]);
	for (const [what, count] of Object.entries(acknowledged)) expect([what, count > 0]).toEqual([what, true]);
	// That of every answer some were spoilt is chance; that the proxies were in between at all is not.
	for (const link of links) {
		const hit = Object.keys(hits).filter((each) => each.startsWith(`${link} `));
		expect(hit.length, link).toBeGreaterThan(0);
	}
});
