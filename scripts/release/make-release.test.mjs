import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { verifyMinisign } from '../../server/lib/minisign.ts';
import { makeRelease } from './make-release.mjs';

const own = { dependencies: { x: '1' }, devDependencies: { tests: '1' } };

let folder;
let root;
const NAMES = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' };
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (file) => readFileSync(join(root, file), 'utf8');

function write(files) {
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, file)), { recursive: true });
		writeFileSync(join(root, file), text);
	}
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'lootpass-release-'));
	root = join(folder, 'project');
	mkdirSync(root);
	execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'origin')]);
	Object.assign(process.env, NAMES);
	git('init', '--quiet', '--initial-branch=main');
	write({
		'package.json': JSON.stringify({ name: 'lootpass', version: '0.2.0', scripts: { start: 'S', test: 'T' }, ...own }),
		'package-lock.json': JSON.stringify({
			...{ name: 'lootpass', version: '0.2.0' },
			packages: {
				'': { version: '0.2.0', ...own },
				'node_modules/x': { peerDependencies: { tests: '1' }, peerDependenciesMeta: { tests: { optional: true } } },
				'node_modules/tests': { dependencies: { y: '1' } },
				'node_modules/y': {},
			},
		}),
		'CHANGELOG.md': '# Changelog\n\n## Next\n\n- **New.**\n\n## 0.2.0\n\n- Old.\n',
		'server/main.ts': 'start()',
		'server/main.test.ts': 'test()',
		'db/migrations/001.sql': 'create',
		'web/root.tsx': 'page()',
		'scripts/setup.mjs': 'install()',
		'scripts/gate.mjs': 'gate()',
		'.gitignore': 'build/\n.data/\n',
		'.data/secret': 'never shipped',
	});
	git('add', '--all');
	git('commit', '--quiet', '--message', 'first');
	git('remote', 'add', 'origin', join(folder, 'origin'));
	git('push', '--quiet', 'origin', 'main');
});
afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
	for (const name of Object.keys(NAMES)) delete process.env[name];
});

const release = (change = {}) =>
	makeRelease({
		root,
		version: '0.3.0',
		build: async () => write({ 'build/client/en/index.html': 'built', 'build/web.stamp': 'of 0.3.0' }),
		secretFile: join(folder, 'keys/release.pem'),
		notices: () => 'notices',
		describe: () => Buffer.from('{"bomFormat":"CycloneDX"}'),
		...change,
	});

async function contentOf(file) {
	const found = {};
	const archive = extract();
	archive.end(gunzipSync(readFileSync(join(root, file))));
	for await (const entry of archive) found[entry.header.name] = await text(entry);
	return found;
}

test('a release has a signed archive with the built pages, an SBOM and checksums', async () => {
	const { files } = await release();
	expect(files.map((file) => file.replace('build/release/', ''))).toEqual([
		'lootpass-0.3.0.tar.gz',
		'lootpass-0.3.0.tar.gz.minisig',
		'lootpass-0.3.0.cdx.json',
		'SHA256SUMS',
	]);
	const content = await contentOf(files[0]);
	expect(Object.keys(content).map((name) => name.replace('lootpass-0.3.0/', ''))).toEqual([
		...['CHANGELOG.md', 'THIRD-PARTY-NOTICES', 'build/client/en/index.html', 'build/web.stamp'],
		...[
			'db/migrations/001.sql',
			'deploy/release-key.pub',
			'package-lock.json',
			'package.json',
			'scripts/setup.mjs',
			'server/main.ts',
		],
	]);
	const shipped = ['package.json', 'package-lock.json'].map((file) => JSON.parse(content[`lootpass-0.3.0/${file}`]));
	expect(shipped[0]).toEqual({
		...{ name: 'lootpass', version: '0.3.0', scripts: { start: 'S' }, allowScripts: {}, dependencies: { x: '1' } },
	});
	expect(Object.keys(shipped[1].packages)).toEqual(['', 'node_modules/x']);
	const archive = readFileSync(join(root, files[0]));
	expect(verifyMinisign(archive, read(files[1]), read('deploy/release-key.pub'))).toBe('lootpass 0.3.0');
	for (const line of read('build/release/SHA256SUMS').trim().split('\n')) {
		const [sum, file] = line.split('  ');
		expect(hash('sha256', readFileSync(join(root, 'build/release', file)))).toBe(sum);
	}
});

test('a release updates version and changelog, is committed and tagged, and pushes nothing', async () => {
	await release();
	expect(read('CHANGELOG.md')).toBe('# Changelog\n\n## 0.3.0\n\n- **New.**\n\n## 0.2.0\n\n- Old.\n');
	const lock = JSON.parse(read('package-lock.json'));
	expect([lock.version, lock.packages[''].version, lock.packages['node_modules/y']]).toEqual(['0.3.0', '0.3.0', {}]);
	expect(git('status', '--porcelain')).toBe('');
	expect(git('log', '-1', '--format=%s %D')).toContain('package: release 0.3.0 HEAD -> main, tag: v0.3.0');
	const there = execFileSync('git', ['for-each-ref'], { cwd: join(folder, 'origin'), encoding: 'utf8' });
	expect(there.trim().split('\n')).toEqual([expect.stringContaining('refs/heads/main')]);
	expect(there).toContain(git('rev-parse', 'HEAD~1'));
});

test('the same commit produces the same archive', async () => {
	const { files } = await release();
	const first = readFileSync(join(root, files[0]));
	git('tag', '--delete', 'v0.3.0');
	git('reset', '--quiet', '--hard', 'HEAD~1');
	await release();
	expect(readFileSync(join(root, files[0])).equals(first)).toBe(true);
});

test('later releases need the key of the first one', async () => {
	await release();
	write({ 'CHANGELOG.md': '# Changelog\n\n## Next\n\n- More.\n' });
	git('commit', '--quiet', '--all', '--message', 'more');
	const other = join(folder, 'other.pem');
	writeFileSync(other, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
	await expect(release({ version: '0.4.0', secretFile: other })).rejects.toThrow('is not the secret key of');
	expect((await release({ version: '0.4.0' })).version).toBe('0.4.0');
	expect(git('ls-files', 'deploy', 'keys')).toBe('deploy/release-key.pub');
});

test.each([
	['a changed file', { 'server/main.ts': 'other()' }, {}, 'not clean'],
	['an untracked file', { 'server/new.ts': 'other()' }, {}, 'not clean'],
	['the current version', {}, { version: '0.2.0' }, 'not newer'],
	['an older version', {}, { version: '0.1.9' }, 'not newer'],
	['a missing version', {}, { version: undefined }, 'Name the version'],
	['an incomplete version', {}, { version: '0.3' }, 'Name the version'],
])('rejects %s and leaves no commit, tag or build', async (_, files, change, reason) => {
	write(files);
	const before = git('rev-parse', 'HEAD');
	await expect(release(change)).rejects.toThrow(reason);
	expect([git('rev-parse', 'HEAD'), git('tag'), readdirSync(root).includes('build')]).toEqual([before, '', false]);
});

test('a release that fails leaves everything unchanged', async () => {
	const build = async () => {
		throw new Error('The web app does not build');
	};
	await expect(release({ build })).rejects.toThrow('does not build');
	expect([git('status', '--porcelain'), git('tag')]).toEqual(['', '']);
	write({ 'CHANGELOG.md': '# Changelog\n\n## Next\n\n## 0.2.0\n\n- Old.\n' });
	git('commit', '--quiet', '--all', '--message', 'nothing new');
	await expect(release()).rejects.toThrow('nothing under "Next"');
	expect(git('status', '--porcelain')).toBe('');
});
