import { mkdir, mkdtempDisposable, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cellOf } from '../../../server/lib/db/database.ts';
import { until } from '../../until.ts';
import { run } from '../run.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';
import type { Disk } from '../world/world.ts';
import { onStage, type PhasesFound, type Stage } from './stage.ts';

const PEAK_CONNECTIONS = 128;
const FLOOD_CONNECTIONS = 1_024;
const OVERLOAD = 4;
const PEAK_SECONDS = 20;
const OUTAGE_SECONDS = 30;
/** A busy machine needs seconds to open the connections. */
const CONNECT_SECONDS = 5;

export async function proveOverload({ minutes, seed }: TrialOptions, print: Print): Promise<Found> {
	const times = { floodSeconds: minutes * 60, peakSeconds: PEAK_SECONDS, outageSeconds: OUTAGE_SECONDS };
	const { phases, findings } = await onStage(seed, {}, (stage) => overload(stage, times), print);
	const [peak, flood] = phases;
	// Not a finding, because other work on the machine affects it.
	const ratio = (flood?.goodput ?? 0) / (peak?.goodput ?? 1);
	print(`goodput at four times the peak: ${(ratio * 100).toFixed(0)}% of the peak`);
	return { ratio, phases, findings };
}

/** Every acknowledged credit must be booked. */
export async function overload(
	{ world, run, recover, findingsOf }: Stage,
	{ floodSeconds, peakSeconds, outageSeconds }: Record<`${'flood' | 'peak' | 'outage'}Seconds`, number>,
): Promise<PhasesFound> {
	const calm = { seconds: peakSeconds, connections: PEAK_CONNECTIONS };
	const peak = await run('peak', calm);
	const flooded = { rate: peak.goodput, connections: FLOOD_CONNECTIONS };
	const phases = [peak];
	phases.push(await run('four times the peak', { ...flooded, rate: peak.goodput * OVERLOAD, seconds: floodSeconds }));
	phases.push(await recover(calm));

	world.links.database.spoil('delay', 1);
	phases.push(await run('database slow', { ...flooded, seconds: outageSeconds }));
	world.links.database.heal();
	phases.push(await recover(calm));

	const creditsOf = () => cellOf<number>(world.db)`select count(*)::int from transfers where kind = 'credit'`;
	const before = (await creditsOf()) ?? 0;
	const outage = run('database away', { ...flooded, seconds: outageSeconds + CONNECT_SECONDS });
	await until(async () => ((await creditsOf()) ?? 0) > before, CONNECT_SECONDS * 1_000, 100);
	await sleep(500);
	await world.kill('postmaster', outageSeconds * 1000);
	phases.push(await outage, await recover(calm));
	const findings = await findingsOf();
	if (phases.at(-1)?.acknowledged === 0) findings.push('nothing is acknowledged after the database is back');
	return { phases, findings };
}

type MemoryDisk = Disk & { folder(): string };

const DISK_MB = 1_024;
const CONNECTIONS = 32;
const SECONDS = 10;

/** Returns undefined if this process may not mount a file system. */
export async function proveFullDisk({ seed }: TrialOptions, print: Print): Promise<PhasesFound | undefined> {
	const disk = await mountableDisk();
	return disk && onStage(seed, { disk }, (stage) => fillDisk(stage, disk, SECONDS), print);
}

export async function fillDisk(
	{ world, run, recover, findingsOf }: Stage,
	disk: MemoryDisk,
	seconds: number,
): Promise<PhasesFound> {
	const before = await run('before the disk is full', { seconds, connections: CONNECTIONS });
	const ballast = join(disk.folder(), 'ballast');
	const { bavail, bsize } = await statfs(disk.folder());
	await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {});
	const filled = run('disk full', { seconds: seconds * 4, connections: CONNECTIONS });
	await Promise.race([filled, sleep(seconds * 3_000)]);
	const readiness = await (await fetch(`http://localhost:${world.port}/readyz`)).text();
	await rm(ballast);
	// PostgreSQL exits if it cannot write its log; a service manager would restart it.
	if (readiness.includes('database')) await world.restartDatabase();
	const phases = [before, await filled, await recover({ seconds, connections: CONNECTIONS })];
	const findings = await findingsOf();
	if (!readiness.includes('not ready')) findings.push('/readyz says ready while the disk is full');
	if (phases.at(-1)?.acknowledged === 0) findings.push('nothing is acknowledged after the disk has space again');
	return { phases, findings };
}

export async function mountableDisk(): Promise<MemoryDisk | undefined> {
	const disk = createDisk();
	await using trial = await mkdtempDisposable(join(tmpdir(), 'lootpass-disk-'));
	try {
		await disk.mount(join(trial.path, 'disk'));
		await disk.unmount();
		return disk;
	} catch {
		return undefined;
	}
}

function createDisk(): MemoryDisk {
	let mounted: string | undefined;
	return {
		folder: () => mounted ?? '',
		async mount(folder) {
			await mkdir(folder);
			await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]);
			mounted = folder;
		},
		async unmount() {
			if (mounted) await run('umount', ['-l', mounted]);
		},
	};
}
