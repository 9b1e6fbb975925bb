import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createReleaseKey, signRelease } from '../../../scripts/release/sign.mjs';
import type { Print } from '../trial.ts';
import { PROJECT, run } from './machine.ts';

/** Folders of a clone, of an unpacked release, and of a later release as files. */
export type Releases = { clone: string; unpacked: string; next: string; nextVersion: string };

const [version, nextVersion] = ['1000.0.0', '1000.1.0'];
const MIGRATION = 'create table trial (id int)';

/** Makes two releases in a clone with a key of this trial. The second one has a migration and a wrong signature beside it. */
export async function makeReleases(folder: string, print: Print): Promise<Releases> {
	const [clone, unpacked, next] = [join(folder, 'clone'), join(folder, 'unpacked'), join(folder, 'next')];
	const work = join(folder, 'work');
	const secretFile = join(folder, 'keys/release.pem');
	for (const copy of [clone, work]) await run('git', ['clone', '--quiet', PROJECT, copy]);
	const git = (...args: string[]) => run('git', ['-C', work, ...args]);
	await git('config', 'user.name', 'Trial');
	await git('config', 'user.email', 'trial@rewards.example');
	const release = async (each: string) => {
		print(`making release ${each} ...`);
		await run('env', ['-C', work, `RELEASE_KEY=${secretFile}`, 'npm', 'run', 'release', '--', each]);
		return join(work, 'build/release', `lootpass-${each}.tar.gz`);
	};
	// The project's own key is not here.
	await git('rm', '--quiet', '--ignore-unmatch', 'deploy/release-key.pub');
	await describe(work, 'First.');
	await git('commit', '--quiet', '--all', '--message', 'trial: leave the key out');
	await mkdir(unpacked);
	await run('tar', ['-xzf', await release(version), '--strip-components=1', '-C', unpacked]);
	await writeFile(join(work, 'db/migrations/999-trial.sql'), MIGRATION);
	await describe(work, 'Second.');
	await git('add', '--all');
	await git('commit', '--quiet', '--message', 'trial: add a migration');
	const archive = await release(nextVersion);
	await mkdir(next);
	for (const end of ['', '.minisig']) await cp(`${archive}${end}`, join(next, `lootpass-${nextVersion}.tar.gz${end}`));
	const other = { secretFile: join(folder, 'keys/other.pem'), publicFile: join(folder, 'keys/other.pub') };
	createReleaseKey(other);
	const signature = signRelease(await readFile(archive), { ...other, comment: `lootpass ${nextVersion}` });
	await writeFile(join(next, `lootpass-${nextVersion}.tar.gz.other`), signature);
	return { clone, unpacked, next, nextVersion };
}

async function describe(root: string, line: string): Promise<void> {
	const file = join(root, 'CHANGELOG.md');
	const text = await readFile(file, 'utf8');
	const end = text.indexOf('\n## ');
	const rest = text.slice(end).replace('\n## Next\n', '');
	await writeFile(file, `${text.slice(0, end)}\n## Next\n\n- ${line}\n${rest}`);
}
