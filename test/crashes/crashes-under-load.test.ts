import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { proveCrashes } from '../../proof/trials/crashes/prove-crashes.ts';

// The long run, of a thousand kills, is `npm run prove -- crashes`: docs/proof.md.
test('what was acknowledged before server and database were killed is in the books, and once', {
	timeout: 240_000,
}, async () => {
	const seed = randomInt(2 ** 31);
	const { findings, kills, ...acknowledged } = await proveCrashes({ kills: 3, seed, isShort: true });
	expect(kills).toEqual({ server: 1, session: 1, postmaster: 1 });
	for (const [what, count] of Object.entries(acknowledged)) expect([what, count > 0]).toEqual([what, true]);
	expect(findings, `with seed ${seed}`).toEqual([]);
});
