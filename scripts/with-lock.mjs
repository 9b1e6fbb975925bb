import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;
/** An older folder without a pid belongs to a process that was killed before writing it. */
const NAMELESS_MS = 5_000;

/** The lock of a dead process is taken over. A directory serves as the lock, because Node alone cannot lock files. */
export async function withLock(folder, work) {
	const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
	const lock = join(tmpdir(), `lootpass-setup-${process.getuid?.() ?? 0}-${name}`);
	const owner = join(lock, 'pid');
	while (!take(lock)) {
		if (isAbandoned(lock, owner)) discard(lock);
		else await sleep(POLL_MS);
	}
	try {
		writeFileSync(owner, String(process.pid));
		await work();
	} finally {
		rmSync(lock, { recursive: true, force: true });
	}
}

function take(lock) {
	try {
		mkdirSync(lock);
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	}
}

function isAbandoned(lock, owner) {
	try {
		return !isAlive(Number(readFileSync(owner, 'utf8')));
	} catch {
		const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
		return age > NAMELESS_MS;
	}
}

export function isAlive(pid) {
	try {
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		return error.code === 'EPERM';
	}
}

/** Renames first, so that only one waiter removes the lock. */
function discard(lock) {
	const grave = `${lock}-${process.pid}`;
	try {
		renameSync(lock, grave);
	} catch {
		return;
	}
	rmSync(grave, { recursive: true, force: true });
}
