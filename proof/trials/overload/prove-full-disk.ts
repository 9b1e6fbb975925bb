import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createRandom } from '../../../test/partners/random.ts';
import { type Disk, openWorld, type World } from '../world/world.ts';
import { type OverloadResult, openStage, problemsOf } from './prove-overload.ts';

const run = promisify(execFile);
const DISK_MB = 1_024;
const CONNECTIONS = 32;

/** Fills the database's disk, one of our own in memory. @returns undefined where this process may not mount one. */
export async function proveFullDisk(
	{ seconds, seed }: { seconds: number; seed: number },
	say: (line: string) => void = () => {},
): Promise<(OverloadResult & { ended: boolean }) | undefined> {
	const disk = createDisk();
	const world = await openWorld(createRandom(seed), { disk }).catch((error) => {
		if (disk.folder() === undefined) return undefined;
		throw error;
	});
	const data = disk.folder();
	if (!world || data === undefined) return undefined;
	const stage = await openStage(world, say);
	try {
		await stage.run('before the disk is full', { seconds, connections: CONNECTIONS });
		const ballast = join(data, 'ballast');
		const { bavail, bsize } = await statfs(data);
		await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {});
		const full = stage.run('disk full', { seconds: seconds * 4, connections: CONNECTIONS });
		await Promise.race([full, sleep(seconds * 3_000)]);
		const ended = !(await isUp(world));
		await rm(ballast);
		// PostgreSQL ends when it cannot write its log; whoever runs it starts it again.
		if (ended) await world.startDatabase();
		await full;
		const after = await stage.run('after it', { seconds, connections: CONNECTIONS });
		await stage.verify();
		const findings = [...stage.findings, ...(await problemsOf(world.db))];
		if (after.acknowledged === 0) findings.push('nothing goes on after the disk has room again');
		return { phases: stage.phases, findings, ended };
	} finally {
		await stage.close();
		await world.close();
	}
}

function createDisk(): Disk & { folder(): string | undefined } {
	let mounted: string | undefined;
	return {
		folder: () => mounted,
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

async function isUp({ port }: World): Promise<boolean> {
	const { status } = await fetch(`http://localhost:${port}/readyz`);
	return status === 200;
}
