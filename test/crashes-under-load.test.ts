import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { proveCrashes } from '../prove/crashes/prove-crashes.ts';

// The long run, of a thousand kills, is `npm run prove -- crashes`: docs/proof.md.
test('what was acknowledged before server and database were killed is in the books, and once', {
	timeout: 300_000,
}, async () => {
	const seed = randomInt(2 ** 31);
	const { findings, kills, ...acknowledged } = await proveCrashes({ kills: 6, seed });
	expect(kills).toEqual({ server: 2, session: 2, postmaster: 2 });
	for (const [what, count] of Object.entries(acknowledged)) expect([what, count > 0]).toEqual([what, true]);
	expect(findings, `with seed ${seed}`).toEqual([]);
});
