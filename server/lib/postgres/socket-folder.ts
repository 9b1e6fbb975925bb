import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { reasonOf, StartProblem } from '../start-problem.ts';
import { findProcess } from './process-identity.ts';
import { canRun, type PostgresUser } from './programs.ts';

const FOLDER_PREFIX = 'lootpass-pg-';
const NOTE_PREFIX = 'socket-of-';
/** A socket path must fit 107 bytes. */
const FOLDER_LENGTH_MAX = 80;

export async function makeSocketFolder(home: string, user: PostgresUser) {
	const preferred = tmpdir();
	const usable = preferred.length <= FOLDER_LENGTH_MAX && (!user || (await canRun(preferred, user)));
	const parent = usable ? preferred : '/tmp';
	const note = join(home, `${NOTE_PREFIX}${process.pid}`);
	try {
		const socketFolder = await mkdtemp(join(parent, FOLDER_PREFIX));
		await writeFile(note, socketFolder);
		if (user) await chown(socketFolder, user.uid, user.gid);
		return { socketFolder, removeSocketFolder: () => removeNoted(note) };
	} catch (cause) {
		throw new StartProblem(`Couldn’t write to ${parent} or ${home}: ${reasonOf(cause)}.`, { cause });
	}
}

export async function removeDeadSocketFolders(home: string): Promise<void> {
	for (const name of await readdir(home)) {
		if (!name.startsWith(NOTE_PREFIX)) continue;
		const pid = Number(name.slice(NOTE_PREFIX.length));
		if (pid === process.pid || !(await findProcess(pid))) await removeNoted(join(home, name));
	}
}

async function removeNoted(note: string): Promise<void> {
	const folder = await readFile(note, 'utf8').catch(() => '');
	// Deletes only our own folders, whatever the note says.
	if (basename(folder).startsWith(FOLDER_PREFIX)) await rm(folder, { recursive: true, force: true });
	await rm(note, { force: true });
}
