import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let project;

beforeEach(() => {
	project = mkdtempSync(join(tmpdir(), 'lootpass-setup-test-'));
	mkdirSync(join(project, 'scripts'));
	mkdirSync(join(project, 'web'));
	for (const script of ['setup.mjs', 'with-lock.mjs', 'find-chromium.mjs']) {
		cpSync(join(import.meta.dirname, script), join(project, 'scripts', script));
	}
	writeFileSync(join(project, 'package-lock.json'), '{}');
	writeNpm(`
		await new Promise((resolve) => setTimeout(resolve, 300));
		mkdirSync('node_modules/vitest', { recursive: true });
		writeFileSync('node_modules/.package-lock.json', '{}');`);
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

function writeNpm(work) {
	const text = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
		appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');${work}`;
	writeFileSync(join(project, 'npm.mjs'), text);
	writeFileSync(join(project, 'npm.js'), "import('./npm.mjs').catch(() => process.exit(1));");
}

function setUp(args = [], env = {}) {
	const child = spawn(process.execPath, [join(project, 'scripts/setup.mjs'), ...args], {
		env: { ...process.env, npm_execpath: join(project, 'npm.js'), ...env },
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

function calls() {
	try {
		return readFileSync(join(project, 'calls'), 'utf8').trim().split('\n');
	} catch {
		return [];
	}
}

test('missing packages are installed only once, with one line of output', async () => {
	expect(await setUp()).toEqual({ code: 0, output: 'Installing packages ...\n' });
	expect(await setUp()).toEqual({ code: 0, output: '' });
	expect(calls()).toEqual(['install --no-audit --no-fund --loglevel=error --include=dev']);
});

test('a newer lock file triggers an install', async () => {
	await setUp();
	const later = new Date(Date.now() + 5_000);
	utimesSync(join(project, 'package-lock.json'), later, later);
	await setUp();
	expect(calls()).toHaveLength(2);
});

test('npm does not run again after it found nothing to change', async () => {
	await setUp();
	const earlier = new Date(Date.now() - 60_000);
	utimesSync(join(project, 'node_modules/.package-lock.json'), earlier, earlier);
	writeNpm('');
	await setUp();
	await setUp();
	expect(calls()).toHaveLength(2);
});

test('one of several concurrent set-ups installs, and the others wait for it', async () => {
	const all = await Promise.all([setUp(), setUp(), setUp()]);
	expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
	expect(calls()).toHaveLength(1);
});

test('a set-up killed during its install does not block the next one', async () => {
	writeNpm('process.kill(process.ppid, "SIGKILL");');
	expect((await setUp()).code).toBeNull();
	writeNpm(
		"mkdirSync('node_modules/vitest', { recursive: true }); writeFileSync('node_modules/.package-lock.json', '{}');",
	);
	expect((await setUp()).code).toBe(0);
});

test('a clone installs packages that a production install left out', async () => {
	await setUp();
	rmSync(join(project, 'node_modules/vitest'), { recursive: true });
	await setUp([], { NODE_ENV: 'production' });
	await setUp();
	expect(calls()).toEqual(Array(2).fill('install --no-audit --no-fund --loglevel=error --include=dev'));
});

test('a release installs only production packages', async () => {
	rmSync(join(project, 'web'), { recursive: true });
	writeNpm("mkdirSync('node_modules'); writeFileSync('node_modules/.package-lock.json', '{}');");
	await setUp();
	await setUp();
	expect(calls()).toEqual(['install --no-audit --no-fund --loglevel=error --omit=dev']);
});

test('a failed install prints one line with the reason and exits with code 1', async () => {
	writeNpm(`
		console.error('npm error code ENOTFOUND');
		console.error('npm error network request to the registry failed.');
		console.error('npm error A complete log of this run can be found in: /somewhere/debug.log');
		process.exit(1);`);
	expect(await setUp()).toEqual({
		code: 1,
		output:
			'Installing packages ...\nInstalling packages failed: network request to the registry failed. Run "npm install" to see everything.\n',
	});
});

test('a CHROMIUM_PATH that is not a browser prints one line and exits with code 1', async () => {
	await setUp();
	expect(await setUp(['--browser'], { CHROMIUM_PATH: '/bin/false' })).toEqual({
		code: 1,
		output: 'CHROMIUM_PATH is /bin/false, which does not run as a browser. Correct it, or unset it.\n',
	});
});
