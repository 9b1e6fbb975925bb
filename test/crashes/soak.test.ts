import { expect, test } from 'vitest';
import { proveSoak } from '../../proof/trials/soak/prove-soak.ts';

// The long run, of an hour, is `npm run prove -- soak --minutes 60`: docs/proof.md.
test('under half of what it takes nothing piles up that should not', { timeout: 240_000 }, async () => {
	const { samples, findings, credits } = await proveSoak({
		minutes: 2,
		seed: 1,
		secondsOfAMinute: 1.5,
		peakSeconds: 0.7,
	});
	expect(findings).toEqual([]);
	expect(credits).toBeGreaterThan(0);
	for (const { connections, heapMb, bytesPerCredit } of samples) {
		// All that its pools may open, and the one that listens: 20, 2, 8 and 1.
		expect(connections).toBeLessThanOrEqual(31);
		expect(heapMb).toBeGreaterThan(0);
		expect(heapMb).toBeLessThan(1_000);
		expect(bytesPerCredit.tables).toBeGreaterThan(0);
	}
});
