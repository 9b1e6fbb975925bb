import { sql } from 'kysely';
import { fillDisk, mountableDisk, overload } from '../../proof/trials/overload/prove-overload.ts';
import { openStage, type PhaseResult, type Stage } from '../../proof/trials/overload/stage.ts';
import { openWorld, type World } from '../../proof/trials/world/world.ts';
import { createRandom } from '../partners/random.ts';

const RSS_MAX_MB = 1_500;
const PEAK_SECONDS = 0.7;
const HEAP_MAX_MB = 1_000;
const CONNECTIONS_MAX = 31;
const MEGABYTE = 2 ** 20;

const opened = new AsyncDisposableStack();
let world: World;
let stage: Stage;
let disk: Awaited<ReturnType<typeof mountableDisk>>;

beforeAll(async () => {
	disk = await mountableDisk();
	world = opened.use(await openWorld(createRandom(1), { ...(disk && { disk }) }));
	stage = opened.use(await openStage(world));
});

afterAll(() => opened.disposeAsync());

function expectAllAnswered({ phase, canaries, ...flood }: PhaseResult): void {
	for (const { answered, refused, failed } of Object.values(canaries)) {
		expect([phase, failed]).toEqual([phase, {}]);
		expect([phase, answered + refused > 0]).toEqual([phase, true]);
	}
	expect([phase, flood.others]).toEqual([phase, {}]);
	expect([phase, flood.refusedWithoutRetryAfter]).toEqual([phase, 0]);
	expect(flood.rssMaxMb).toBeLessThan(RSS_MAX_MB);
}

async function heapMb(): Promise<number> {
	const metrics = await fetch(`http://localhost:${world.port}/metrics`).then((response) => response.text());
	return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]) / MEGABYTE;
}

test('connections and memory stay bounded under half of the peak load', async () => {
	const peak = await stage.run('peak', { seconds: PEAK_SECONDS, connections: 128 });
	let credits = 0;
	for (const phase of ['first', 'second']) {
		const half = { rate: peak.goodput / 2, seconds: 1.5, connections: 256 };
		credits += (await stage.run(phase, half)).acknowledged;
		const { rows } = await sql<{ count: number }>`
			select count(*)::int as count from pg_stat_activity where application_name like 'lootpass%'
		`.execute(world.db);
		expect(rows[0]?.count).toBeLessThanOrEqual(CONNECTIONS_MAX);
		const heap = await heapMb();
		expect(heap).toBeGreaterThan(0);
		expect(heap).toBeLessThan(HEAP_MAX_MB);
	}
	expect(credits).toBeGreaterThan(0);
	expect(await stage.findingsOf()).toEqual([]);
});

test('overload and a slow or absent database cause clear refusals, no losses and automatic recovery', async () => {
	const { phases, findings } = await overload(stage, {
		floodSeconds: 1.5,
		peakSeconds: PEAK_SECONDS,
		outageSeconds: 1.5,
	});
	expect(findings).toEqual([]);
	for (const phase of phases) expectAllAnswered(phase);
	for (const { phase, acknowledged } of phases) expect([phase, acknowledged > 0]).toEqual([phase, true]);
	const outage = phases.find(({ phase }) => phase === 'database away');
	expect(outage?.refused).toBeGreaterThan(0);
});

test('a full disk causes clear refusals, no losses and automatic recovery', async () => {
	if (!disk) return;
	const { phases, findings } = await fillDisk(stage, disk, PEAK_SECONDS);
	expect(findings).toEqual([]);
	for (const phase of phases) expectAllAnswered(phase);
	expect(phases.find(({ phase }) => phase === 'disk full')?.refused).toBeGreaterThan(0);
});
