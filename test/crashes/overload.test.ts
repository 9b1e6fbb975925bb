import { expect, test } from 'vitest';
import { proveFullDisk } from '../../proof/trials/overload/prove-full-disk.ts';
import { type PhaseResult, proveOverload } from '../../proof/trials/overload/prove-overload.ts';

// The long run, with the ratio of goodput to peak, is `npm run prove -- overload`: docs/proof.md.

/** What only a leak or a queue without an end would reach. */
const RSS_MAX_MB = 1_500;

function expectNobodyForgotten({ phase, signIn, withdrawal, profile, ...flood }: PhaseResult): void {
	for (const { answered, refused, failed } of [signIn, withdrawal, profile]) {
		expect([phase, failed]).toEqual([phase, {}]);
		expect([phase, answered + refused > 0]).toEqual([phase, true]);
	}
	expect([phase, flood.others]).toEqual([phase, {}]);
	expect([phase, flood.refusedWithoutRetryAfter]).toEqual([phase, 0]);
	expect(flood.rssMaxMb).toBeLessThan(RSS_MAX_MB);
}

test('more than it can take, a slow database and none: all is answered, nothing lost, and it goes on by itself', {
	timeout: 240_000,
}, async () => {
	const { phases, findings } = await proveOverload({ floodSeconds: 1.5, peakSeconds: 0.7, awaySeconds: 2, seed: 1 });
	expect(findings).toEqual([]);
	for (const phase of phases) expectNobodyForgotten(phase);
	for (const { phase, acknowledged } of phases) expect([phase, acknowledged > 0]).toEqual([phase, true]);
	const away = phases.find(({ phase }) => phase === 'database away');
	expect(away?.refused).toBeGreaterThan(0);
});

test('a full disk: clear refusals, nothing lost, and it goes on when there is room', { timeout: 240_000 }, async () => {
	const disk = await proveFullDisk({ seconds: 0.7, seed: 1 });
	// Only root may mount a disk of its own; the machine's is not to be filled.
	if (!disk) return;
	expect(disk.findings).toEqual([]);
	for (const phase of disk.phases) expectNobodyForgotten(phase);
	expect(disk.phases.find(({ phase }) => phase === 'disk full')?.refused).toBeGreaterThan(0);
});
