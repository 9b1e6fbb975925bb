import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { reasonOf, StartProblem } from './start-problem.ts';

/** Runs `fill` on an empty or new folder, and empties it if `fill` throws. */
export async function fillEmptyFolder<Result>(folder: string, fill: () => Promise<Result>): Promise<Result> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const [name] = await readdir(folder);
		if (name !== undefined) throw new StartProblem(`${folder} isn't empty. Choose a new folder.`);
	} catch (cause) {
		if (cause instanceof StartProblem) throw cause;
		throw new StartProblem(`Couldn't use ${folder}: ${reasonOf(cause)}.`, { cause });
	}
	try {
		return await fill();
	} catch (error) {
		for (const name of await readdir(folder).catch(() => []))
			await rm(join(folder, name), { recursive: true, force: true });
		throw error;
	}
}

export async function syncPath(path: string): Promise<void> {
	const handle = await open(path, 'r');
	await handle.sync().finally(() => handle.close());
}

/** Drops root's rights for those of the folder's owner, so that no file of root stays behind for the service. */
export async function becomeOwner(folder: string): Promise<void> {
	const owner = await stat(folder).catch(() => undefined);
	if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return;
	// Node's types lack `initgroups`.
	const { initgroups } = process as { initgroups?: (user: string, gid: number) => void };
	try {
		const name = await nameOfUser(owner.uid);
		if (name === undefined) process.setgroups?.([owner.gid]);
		else initgroups?.(name, owner.gid);
		process.setgid?.(owner.gid);
		process.setuid?.(owner.uid);
	} catch (cause) {
		throw await wrongUser(folder, cause);
	}
}

/** Settings that this user can't read would be reported as missing. */
export async function refuseStranger(folder: string): Promise<void> {
	const owner = await stat(folder).catch(() => undefined);
	if (owner && process.getuid && ![0, owner.uid].includes(process.getuid())) throw await wrongUser(folder);
}

export async function wrongUser(folder: string, cause?: unknown): Promise<StartProblem> {
	const owner = await stat(folder).catch(() => undefined);
	const refused = `This user can't use the data folder ${folder}.`;
	if (!owner || owner.uid === process.getuid?.())
		return new StartProblem(`${refused} Run this as the user who owns it.`, { cause });
	const name = await nameOfUser(owner.uid);
	const user = name ?? `#${owner.uid}`;
	return new StartProblem(`${refused} Run this as the user ${user}: sudo -E -u '${user}' ${ownCommand()}`, { cause });
}

export async function nameOfUser(uid: number): Promise<string | undefined> {
	return (await readAccounts()).find((account) => account.uid === uid)?.name;
}

export async function readAccounts(): Promise<{ name: string; uid: number; gid: number }[]> {
	const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
	const lines = text.split('\n').filter((line) => line !== '');
	return lines.map((line) => {
		const [name = '', , uid, gid] = line.split(':');
		return { name, uid: Number(uid), gid: Number(gid) };
	});
}

function ownCommand(): string {
	const [, program = '', ...words] = process.argv;
	if (basename(program) !== 'cli.ts') return 'npm start';
	return ['npm run -s cli --', ...words.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : quoted(word)))].join(' ');
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Uses the disk of the working directory if `dataDir` does not exist. */
export async function freeBytes({ dataDir }: { dataDir: string }): Promise<number> {
	const { bavail, bsize } = await statfs(dataDir).catch(() => statfs('.'));
	return bavail * bsize;
}

/** Ignores a byte order mark, which some editors write. */
export const readJson = (file: string) => JSON.parse(new TextDecoder().decode(readFileSync(file)));
