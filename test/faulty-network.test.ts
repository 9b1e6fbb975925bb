import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { proveNetwork } from '../prove/network/prove-network.ts';
import { links } from '../prove/world/world.ts';
import { networkFaults } from './faulty-proxy.ts';

// The long run, of many worlds, is `npm run prove -- network`: docs/proof.md.
test('what was acknowledged over a faulty network is in the books, and once, and all goes on by itself', {
	timeout: 400_000,
}, async () => {
	const seed = randomInt(2 ** 31);
	const { findings, hits, ...acknowledged } = await proveNetwork({ seed });
	expect(findings, `with seed ${seed}`).toEqual([]);
	for (const [what, count] of Object.entries(acknowledged)) expect([what, count > 0]).toEqual([what, true]);
	// That of every answer some were spoilt is chance; that the proxies were in between at all is not.
	for (const link of links) {
		expect(networkFaults.filter((fault) => hits[`${link} ${fault}`]).length, link).toBeGreaterThan(1);
	}
});
