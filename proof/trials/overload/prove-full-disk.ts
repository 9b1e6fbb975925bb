import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createRandom } from '../../../test/partners/random.ts';
import type { Disk, World } from '../world/world.ts';
import type { OverloadResult } from './prove-overload.ts';
import { onStage, type Stage } from './stage.ts';

type MemoryDisk = Disk & { folder(): string };
type FullDiskResult = OverloadResult & { ended: boolean };

const execute = promisify(execFile);
const DISK_MB = 1_024;
const CONNECTIONS = 32;

/** @returns undefined where this process may not mount a disk. */
export async function proveFullDisk(
	{ seconds, seed }: { seconds: number; seed: number },
	say?: (line: string) => void,
): Promise<FullDiskResult | undefined> {
	const disk = await mountableDisk();
	if (disk) return onStage(createRandom(seed), { disk }, (stage) => fillDisk(stage, disk, seconds), say);
}

/** Fills the disk of the database, and lets it have room again. */
export async function fillDisk(stage: Stage, disk: MemoryDisk, seconds: number): Promise<FullDiskResult> {
	const { world, run, goOn, findingsOf } = stage;
	const before = await run('before the disk is full', { seconds, connections: CONNECTIONS });
	const ballast = join(disk.folder(), 'ballast');
	const { bavail, bsize } = await statfs(disk.folder());
	await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {});
	const filled = run('disk full', { seconds: seconds * 4, connections: CONNECTIONS });
	await Promise.race([filled, sleep(seconds * 3_000)]);
	const ended = !(await isUp(world));
	await rm(ballast);
	// PostgreSQL ends when it cannot write its log; whoever runs it starts it again.
	if (ended) await world.startDatabase();
	const full = await filled;
	const after = await goOn({ seconds, connections: CONNECTIONS });
	const findings = await findingsOf();
	if (after.acknowledged === 0) findings.push('nothing goes on after the disk has room again');
	return { phases: [before, full, after], findings, ended };
}

/** In memory, so that no other is filled. @returns undefined where this process may not mount one: only root may. */
export async function mountableDisk(): Promise<MemoryDisk | undefined> {
	const disk = createDisk();
	const trial = await mkdtemp(join(tmpdir(), 'lootpass-disk-'));
	try {
		await disk.mount(join(trial, 'disk'));
		await disk.unmount();
		return createDisk();
	} catch {
		return undefined;
	} finally {
		await rm(trial, { recursive: true, force: true });
	}
}

function createDisk(): MemoryDisk {
	let mounted: string | undefined;
	return {
		folder: () => mounted ?? '',
		async mount(folder) {
			await mkdir(folder);
			await execute('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]);
			mounted = folder;
		},
		async unmount() {
			if (mounted) await execute('umount', ['-l', mounted]);
		},
	};
}

async function isUp({ port }: World): Promise<boolean> {
	const { status } = await fetch(`http://localhost:${port}/readyz`);
	return status === 200;
}
