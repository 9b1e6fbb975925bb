import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { thirdPartyNotices } from './notices.mjs';
import { productionManifests, readJson } from './production.mjs';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES_MAX = 210;
const folder = mkdtempSync(join(tmpdir(), 'lootpass-production-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const [manifest, lock] = ['package.json', 'package-lock.json'].map((file) => readJson(join(ROOT, file)));
const onLinux = ({ os: linux, cpu: x64, libc: glibc }) =>
	Object.entries({ linux, x64, glibc }).every(([here, allowed]) => !allowed || allowed.includes(here));

test('a production install has at most 210 packages, without those for tests and the sandbox', () => {
	const { packages } = productionManifests(manifest, lock)['package-lock.json'];
	const paths = Object.keys(packages).filter((path) => path !== '' && onLinux(packages[path]));
	expect(paths.length).toBeLessThanOrEqual(PACKAGES_MAX);
	for (const name of ['fastify', 'better-auth', '@img/sharp-libvips-linux-x64'])
		expect(paths).toContain(`node_modules/${name}`);
	for (const name of Object.keys(manifest.devDependencies)) {
		if (!name.startsWith('@types/')) expect(paths).not.toContain(`node_modules/${name}`);
	}
});

test('the notices list each production package and the libraries inside binaries', () => {
	const text = thirdPartyNotices(ROOT);
	const { packages } = productionManifests(manifest, lock)['package-lock.json'];
	for (const [path, { version, license }] of Object.entries(packages)) {
		if (path) expect(text).toContain(`${path.split('node_modules/').at(-1)} ${version}: ${license}\n`);
	}
	for (const part of ['react-dom ', 'OpenSSL', 'ICU', 'PostgreSQL License', 'libvips', 'Fonts'])
		expect(text).toContain(part);
});

test('production.mjs removes from a copy all that a release does not contain, and refuses to change a clone', () => {
	const files =
		'server/main.ts server/main.test.ts web/root.tsx sandbox/main.ts build/client/en/a.html build/x scripts/setup.mjs scripts/gate.mjs';
	for (const file of [...files.split(' '), 'node_modules/x/index.js', '.git/HEAD']) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), '');
	}
	writeFileSync(join(folder, 'package.json'), '{"devDependencies":{"x":"1"}}');
	writeFileSync(join(folder, 'package-lock.json'), '{"packages":{"":{}}}');
	const strip = () =>
		execFileSync(process.execPath, [join(import.meta.dirname, 'production.mjs'), folder], { stdio: 'pipe' });
	expect(strip).toThrow('is a clone');
	rmSync(join(folder, '.git'), { recursive: true });
	strip();
	const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const names = left.map(({ name }) => name).sort();
	expect(names.join(' ')).toBe('a.html index.js main.ts package-lock.json package.json setup.mjs');
	expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).devDependencies).toBeUndefined();
});
