import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../test/partners/random.ts';
import { onStage, type PhaseResult, type Stage } from './stage.ts';

export type OverloadTimes = {
	floodSeconds: number;
	peakSeconds: number;
	awaySeconds: number;
};

export type OverloadResult = { phases: PhaseResult[]; findings: string[] };

const PEAK_CONNECTIONS = 128;
const FLOOD_CONNECTIONS = 1_024;
const OVERLOAD = 4;

export function proveOverload(
	{ seed, ...times }: OverloadTimes & { seed: number },
	say?: (line: string) => void,
): Promise<OverloadResult> {
	return onStage(createRandom(seed), {}, (stage) => overload(stage, times), say);
}

/** Sends four times the peak, with the database slow and away meanwhile; then all must be booked, and it recovers. */
export async function overload(
	{ world, run, goOn, findingsOf }: Stage,
	{ floodSeconds, peakSeconds, awaySeconds }: OverloadTimes,
): Promise<OverloadResult> {
	const calm = { seconds: peakSeconds, connections: PEAK_CONNECTIONS };
	const peak = await run('peak', calm);
	const flooded = { rate: peak.goodput, connections: FLOOD_CONNECTIONS };
	const phases = [peak];
	phases.push(await run('four times the peak', { ...flooded, rate: peak.goodput * OVERLOAD, seconds: floodSeconds }));
	phases.push(await goOn(calm));

	world.links.database.spoil('delay', 1);
	phases.push(await run('database slow', { ...flooded, seconds: awaySeconds }));
	world.links.database.heal();
	phases.push(await goOn(calm));

	const away = run('database away', { ...flooded, seconds: awaySeconds + 2 });
	await sleep(1_000);
	await world.kill('postmaster', awaySeconds * 1000);
	phases.push(await away);
	phases.push(await goOn(calm));
	return { phases, findings: await findingsOf() };
}
