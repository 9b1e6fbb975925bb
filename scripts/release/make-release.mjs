import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { isShipped, productionTexts } from './production.mjs';
import { createReleaseKey, signRelease } from './sign.mjs';

const BUILT = ['build/client', 'build/web.stamp'];
const PUBLIC_KEY = 'deploy/release-key.pub';
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;
const NEXT = /^## Next\n+(?=(?!## )\S)/m;

/**
 * @param {{ root: string, version?: string, secretFile: string, build(): Promise<void>, describe(): Buffer, notices(): string }} options
 * `secretFile`: key that signs, created with the first release.
 * @throws {Error} after restoring the changed files.
 */
export async function makeRelease({ root, version = '', secretFile, build, describe, notices }) {
	const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
	if (git('status', '--porcelain') !== '')
		throw new Error('The tree is not clean: commit or take back what is changed.');
	const { version: before } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	if (!VERSION.test(version)) throw new Error('Name the version: npm run release -- 1.2.3');
	if (!isNewer(version, before)) throw new Error(`${version} is not newer than ${before}.`);
	if (git('tag', '--list', `v${version}`) !== '') throw new Error(`There is a tag v${version} already.`);

	const named = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
	const publicFile = join(root, PUBLIC_KEY);
	const isFirst = !existsSync(publicFile);
	try {
		if (isFirst) {
			createReleaseKey({ secretFile, publicFile });
			git('add', PUBLIC_KEY);
			named.push(PUBLIC_KEY);
		}
		await nameVersion(root, version);
		await build();
		const sign = (content) => signRelease(content, { secretFile, publicFile, comment: `lootpass ${version}` });
		const files = await writeFiles(root, `lootpass-${version}`, { git, describe, notices, sign });
		git('commit', '--quiet', '--message', `package: release ${version}`, '--', ...named);
		git('tag', `v${version}`);
		return { version, files };
	} catch (error) {
		git('reset', '--quiet', '--hard');
		throw error;
	}
}

function isNewer(version, before) {
	const [one, other] = [version, before].map((text) => text.split('.').map(Number));
	const at = one.findIndex((part, index) => part !== other[index]);
	return at >= 0 && one[at] > other[at];
}

async function nameVersion(root, version) {
	const change = async (name, work) => {
		const file = join(root, name);
		await writeFile(file, work(await readFile(file, 'utf8')));
	};
	const named = (text) => JSON.stringify({ ...JSON.parse(text), version }, null, 2);
	await change('package.json', (text) => `${named(text)}\n`);
	await change('package-lock.json', (text) => {
		const lock = JSON.parse(named(text));
		lock.packages[''].version = version;
		return `${JSON.stringify(lock, null, 2)}\n`;
	});
	await change('CHANGELOG.md', (text) => {
		if (!NEXT.test(text)) throw new Error('CHANGELOG.md has nothing under "Next".');
		return text.replace(NEXT, `## ${version}\n\n`);
	});
}

async function writeFiles(root, name, { git, describe, notices, sign }) {
	const folder = join(root, 'build/release');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const tracked = git('ls-files', '-z').split('\0');
	const shipped = tracked.filter((file) => isShipped(file) && existsSync(join(root, file)));
	const built = (await Promise.all(BUILT.map((path) => filesBelow(root, path)))).flat();
	// All files get this time, so that the archive is reproducible.
	const atSeconds = Number(git('log', '-1', '--format=%ct'));
	const made = { 'THIRD-PARTY-NOTICES': notices(), ...productionTexts(root) };
	const files = [...new Set([...shipped, ...built, ...Object.keys(made)])].sort();
	const archive = await packFiles({ root, files, made, prefix: name, atSeconds });
	const contents = {
		[`${name}.tar.gz`]: archive,
		[`${name}.tar.gz.minisig`]: sign(archive),
		[`${name}.cdx.json`]: describe(),
	};
	const sums = Object.entries(contents).map(([file, content]) => `${hash('sha256', content)}  ${file}\n`);
	contents.SHA256SUMS = sums.join('');
	for (const [file, content] of Object.entries(contents)) await writeFile(join(folder, file), content);
	return Object.keys(contents).map((file) => join('build/release', file));
}

async function filesBelow(root, path) {
	const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch((error) => {
		if (error.code === 'ENOTDIR') return undefined;
		throw error;
	});
	if (!entries) return [path];
	return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const OWNER_RUNS = 0o100;

/** Reproducible: the same files give the same bytes. `made` has the content of files that differ from those in `root`. */
async function packFiles({ root, files, made, prefix, atSeconds }) {
	const archive = pack();
	const packed = buffer(archive.pipe(createGzip({ level: 9 })));
	for (const file of files) {
		const content = made[file] ?? (await readFile(join(root, file)));
		const mode = !made[file] && (await stat(join(root, file))).mode & OWNER_RUNS ? 0o755 : 0o644;
		archive.entry({ name: `${prefix}/${file}`, mode, mtime: new Date(atSeconds * 1000) }, content);
	}
	archive.finalize();
	return packed;
}
