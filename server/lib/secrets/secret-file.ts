import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf, StartProblem } from '../start-problem.ts';

const SECRET_BYTES = 32;

/** Creates the secret file atomically; concurrent starts agree on one secret. */
export async function provideSecret(file: string, bytes = SECRET_BYTES): Promise<string> {
	const existing = await readSecret(file);
	if (existing) return existing;
	const half = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
	try {
		await mkdir(dirname(file), { recursive: true, mode: 0o700 });
		await writeFile(half, `${randomBytes(bytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
		await link(half, file).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error;
		});
	} catch (cause) {
		throw new StartProblem(
			`Couldn't write to the data folder ${dirname(file)}: ${reasonOf(cause)}. Change its owner, or set DATA_DIR to another folder.`,
			{ cause },
		);
	} finally {
		await rm(half, { force: true }).catch(() => {});
	}
	const secret = await readSecret(file);
	if (!secret) throw new StartProblem(`The file ${file} is empty. Delete it to create a new secret.`);
	return secret;
}

export async function readSecret(file: string): Promise<string | undefined> {
	try {
		return (await readFile(file, 'utf8')).trim();
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		throw new StartProblem(`Couldn't read ${file}: ${reasonOf(cause)}.`, { cause });
	}
}
