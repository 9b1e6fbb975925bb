import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fillDisk, mountableDisk } from '../../proof/trials/overload/prove-full-disk.ts';
import { overload } from '../../proof/trials/overload/prove-overload.ts';
import { openStage, type PhaseResult, type Stage } from '../../proof/trials/overload/stage.ts';
import { heapReports, soak } from '../../proof/trials/soak/prove-soak.ts';
import { openWorld, type World } from '../../proof/trials/world/world.ts';
import { createRandom } from '../partners/random.ts';

/** One product for all. The long runs are `npm run prove -- soak` and `-- overload`, with the ratio of goodput to peak. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** What only a leak or a queue without an end would reach. */
const RSS_MAX_MB = 1_500;
const PEAK_SECONDS = 0.7;
const SECONDS_OF_A_MINUTE = 1.5;

let world: World;
let stage: Stage;
let disk: Awaited<ReturnType<typeof mountableDisk>>;

beforeAll(async () => {
	disk = await mountableDisk();
	world = await openWorld(createRandom(1), { ...(disk && { disk }), env: heapReports(SECONDS_OF_A_MINUTE) });
	stage = await openStage(world);
});

afterAll(async () => {
	await stage?.close();
	await world?.close();
});

function expectNobodyForgotten({ phase, signIn, withdrawal, profile, ...flood }: PhaseResult): void {
	for (const { answered, refused, failed } of [signIn, withdrawal, profile]) {
		expect([phase, failed]).toEqual([phase, {}]);
		expect([phase, answered + refused > 0]).toEqual([phase, true]);
	}
	expect([phase, flood.others]).toEqual([phase, {}]);
	expect([phase, flood.refusedWithoutRetryAfter]).toEqual([phase, 0]);
	expect(flood.rssMaxMb).toBeLessThan(RSS_MAX_MB);
}

test('under half of what it takes nothing piles up that should not', async () => {
	const times = { minutes: 2, secondsOfAMinute: SECONDS_OF_A_MINUTE, peakSeconds: PEAK_SECONDS };
	const { samples, findings, credits } = await soak(stage, times);
	expect(findings).toEqual([]);
	expect(credits).toBeGreaterThan(0);
	// A credit more may fit into a page that was there.
	expect(samples.at(-1)?.bytesPerCredit.tables).toBeGreaterThan(0);
	for (const { connections, heapMb } of samples) {
		// All that its pools may open, and the one that listens: 20, 2, 8 and 1.
		expect(connections).toBeLessThanOrEqual(31);
		expect(heapMb).toBeGreaterThan(0);
		expect(heapMb).toBeLessThan(1_000);
	}
});

test('more than it can take, a slow database and none: all is answered, nothing lost, and it goes on by itself', async () => {
	const { phases, findings } = await overload(stage, {
		floodSeconds: 1.5,
		peakSeconds: PEAK_SECONDS,
		awaySeconds: 1.5,
	});
	expect(findings).toEqual([]);
	for (const phase of phases) expectNobodyForgotten(phase);
	for (const { phase, acknowledged } of phases) expect([phase, acknowledged > 0]).toEqual([phase, true]);
	const away = phases.find(({ phase }) => phase === 'database away');
	expect(away?.refused).toBeGreaterThan(0);
});

test('a full disk: clear refusals, nothing lost, and it goes on when there is room', async () => {
	if (!disk) return;
	const { phases, findings } = await fillDisk(stage, disk, PEAK_SECONDS);
	expect(findings).toEqual([]);
	for (const phase of phases) expectNobodyForgotten(phase);
	expect(phases.find(({ phase }) => phase === 'disk full')?.refused).toBeGreaterThan(0);
});
