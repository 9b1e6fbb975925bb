import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { packFiles } from './pack-files.mjs';

/** Excludes page sources and tests. */
const SHIPPED =
	/^((contract|db|deploy|docs|sandbox|server)\/|scripts\/[\w-]+\.mjs$|(CHANGELOG|README|SECURITY)\.md$|LICENSE$|package(-lock)?\.json$|\.npmrc$)/;
const LEFT_OUT = /\.test\.\w+$|^scripts\/(gate|gate-results|settings-page)\.mjs$|^docs\/pictures\//;
const BUILT = ['build/client', 'build/web.stamp'];
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;
const NEXT = /^## Next\n+(?=(?!## )\S)/m;

/**
 * @param {{ root: string, version?: string, build(): Promise<void>, describe(): Buffer }} options
 * @throws {Error} after restoring the changed files.
 */
export async function makeRelease({ root, version = '', build, describe }) {
	const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
	if (git('status', '--porcelain') !== '')
		throw new Error('The tree is not clean: commit or take back what is changed.');
	const { version: before } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	if (!VERSION.test(version)) throw new Error('Name the version: npm run release -- 1.2.3');
	if (!isNewer(version, before)) throw new Error(`${version} is not newer than ${before}.`);
	if (git('tag', '--list', `v${version}`) !== '') throw new Error(`There is a tag v${version} already.`);

	const named = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
	try {
		await nameVersion(root, version);
		await build();
		const files = await writeFiles(root, `lootpass-${version}`, { git, describe });
		git('commit', '--quiet', '--message', `package: release ${version}`, '--', ...named);
		git('tag', `v${version}`);
		return { version, files };
	} catch (error) {
		git('checkout', '--', ...named);
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

async function writeFiles(root, name, { git, describe }) {
	const folder = join(root, 'build/release');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const tracked = git('ls-files', '-z').split('\0');
	const shipped = tracked.filter((file) => SHIPPED.test(file) && !LEFT_OUT.test(file) && existsSync(join(root, file)));
	const built = (await Promise.all(BUILT.map((path) => filesBelow(root, path)))).flat();
	// All files get this time, so that the archive is reproducible.
	const atSeconds = Number(git('log', '-1', '--format=%ct'));
	const contents = {
		[`${name}.tar.gz`]: await packFiles({ root, files: [...shipped, ...built].sort(), prefix: name, atSeconds }),
		[`${name}.cdx.json`]: describe(),
	};
	const sums = Object.entries(contents).map(([file, content]) => {
		return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`;
	});
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
