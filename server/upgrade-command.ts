import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Command, type Given, readGivenFile, WrongUse } from './command-line.ts';
import { verifyMinisign } from './lib/minisign.ts';
import { productVersion } from './lib/product-version.ts';
import { StartProblem } from './lib/start-problem.ts';

const PROJECT = join(import.meta.dirname, '..');

export const upgradeCommand: Command = {
	listedWith: 'doctor',
	keepsUser: true,
	does: 'install a newer signed release; run it as root',
	options: { from: { takes: 'FILE', does: 'lootpass-VERSION.tar.gz, with FILE.minisig beside it' } },
	run: ({ options }) => upgradeProduct(options),
};

/** Verifies the archive with the key of the installed version before unpacking anything. */
async function upgradeProduct({ from }: Given['options']): Promise<number> {
	if (!from) throw new WrongUse('Missing --from FILE.');
	const file = resolve(from);
	const archive = await readGivenFile(file);
	const version = verifyRelease(archive, {
		signature: (await readGivenFile(`${file}.minisig`)).toString(),
		publicKey: (await readGivenFile(join(PROJECT, 'deploy/release-key.pub'))).toString(),
	});
	if (process.getuid?.() !== 0) throw new StartProblem(`The signature of ${version} is valid. Run this as root.`);
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-upgrade-'));
	try {
		await run('tar', ['-xz', '--no-same-owner', '-C', folder], archive);
		return await run('sh', [join(folder, `lootpass-${version}/deploy/systemd/install.sh`)]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** @returns the release's version. @throws StartProblem if the signature is invalid or names no newer version. */
export function verifyRelease(
	archive: Buffer,
	{ signature, publicKey, installed = productVersion }: { signature: string; publicKey: string; installed?: string },
): string {
	const comment = verifyMinisign(archive, signature, publicKey);
	const version = /^lootpass (\d{1,6}\.\d{1,6}\.\d{1,6})$/.exec(comment)?.[1];
	if (version === undefined) throw new StartProblem('The signature names no version of the product.');
	if (version.localeCompare(installed, 'en', { numeric: true }) <= 0) {
		throw new StartProblem(`${version} is not newer than the installed version ${installed}.`);
	}
	return version;
}

/** Passes the archive from memory, so that it is the verified one. */
async function run(program: string, args: string[], input?: Buffer): Promise<number> {
	const child = spawn(program, args, { stdio: [input ? 'pipe' : 'inherit', 'inherit', 'inherit'] });
	child.stdin?.on('error', () => {}).end(input);
	const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
	if (code === 0) return 0;
	const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
	throw new StartProblem(`${program} failed with code ${code}. The installed version is ${version}.`);
}
