import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { StartProblem } from '../start-problem.ts';

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

function quoted(word: string): string {
	return `'${word.replaceAll("'", `'\\''`)}'`;
}
