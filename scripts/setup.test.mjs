import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOLD = join(import.meta.dirname, '../server/lib/hold-packages.ts');

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
		mkdirSync('node_modules', { recursive: true });
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
	expect(calls()).toEqual(['ci --no-audit --no-fund --loglevel=error --include=dev']);
});

test.each([
	['a changed lock file', 'package-lock.json', '{"changed":true}', 1],
	['packages that npm changed without the lock file', 'node_modules/.package-lock.json', '{"changed":true}', 1],
	['a lock file with a new time but the same content', 'package-lock.json', '{}', 0],
])('%s triggers the expected number of installs', async (_, file, text, installs) => {
	await setUp();
	writeFileSync(join(project, file), text);
	await setUp();
	await setUp();
	expect(calls()).toHaveLength(1 + installs);
});

test.runIf(process.platform === 'linux')('packages are not replaced while the product runs', async () => {
	await setUp();
	writeFileSync(join(project, 'package-lock.json'), '{"changed":true}');
	const held = `import(${JSON.stringify(HOLD)}).then(({ holdPackages }) => { holdPackages(${JSON.stringify(project)}); console.log('up'); setInterval(() => {}, 1000); })`;
	const product = spawn(process.execPath, ['-e', held], { stdio: ['ignore', 'pipe', 'inherit'] });
	await new Promise((resolve) => product.stdout.once('data', resolve));
	expect(await setUp()).toEqual({
		code: 1,
		output: 'Packages must be installed, but the product is running from this folder. Stop it first.\n',
	});
	product.kill('SIGKILL');
	await new Promise((resolve) => product.once('close', resolve));
	expect((await setUp()).code).toBe(0);
	expect(calls()).toHaveLength(2);
});

test.runIf(process.platform === 'linux')('the product does not start while packages are replaced', async () => {
	writeNpm(`
		const { holdPackages } = await import(${JSON.stringify(HOLD)});
		try { holdPackages(process.cwd()); } catch (error) { console.error(error.message); process.exit(1); }`);
	expect((await setUp()).output).toContain('Packages are being installed in');
});

// Otherwise `npm ci` refuses the lock, and `npm start` changes it.
test('the lock file is complete for all platforms and names no registry', () => {
	const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
	const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
		Object.keys({ ...dependencies, ...optionalDependencies })
			.filter((name) => !foldersAbove(path).some((folder) => packages[`${folder}node_modules/${name}`]))
			.map((name) => `${path} needs ${name}`),
	);
	expect(missing).toEqual([]);
	expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});

/** Node looks for packages in these, innermost first. */
function foldersAbove(path) {
	if (path === '') return [''];
	return [`${path}/`, ...foldersAbove(path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)))];
}

test('one of several concurrent set-ups installs, and the others wait for it', async () => {
	const all = await Promise.all([setUp(), setUp(), setUp()]);
	expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
	expect(calls()).toHaveLength(1);
});

test('a set-up killed during its install does not block the next one', async () => {
	writeNpm('process.kill(process.ppid, "SIGKILL");');
	expect((await setUp()).code).toBeNull();
	writeNpm("mkdirSync('node_modules'); writeFileSync('node_modules/.package-lock.json', '{}');");
	expect((await setUp()).code).toBe(0);
});

test('a release installs only production packages, even where those of a clone are installed', async () => {
	await setUp([], { NODE_ENV: 'production' });
	rmSync(join(project, 'web'), { recursive: true });
	for (const name of ['index.js', 'index.js.map', 'index.d.ts']) writeFileSync(join(project, 'node_modules', name), '');
	await setUp();
	await setUp();
	expect(readdirSync(join(project, 'node_modules')).sort()).toEqual([
		'.lootpass-setup',
		'.package-lock.json',
		'index.js',
	]);
	expect(calls()).toEqual(
		['--include=dev', '--omit=dev'].map((kinds) => `ci --no-audit --no-fund --loglevel=error ${kinds}`),
	);
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
			'Installing packages ...\nInstalling packages failed: network request to the registry failed. Run "npm ci" to see everything.\n',
	});
});

test('a CHROMIUM_PATH that is not a browser prints one line and exits with code 1', async () => {
	await setUp();
	expect(await setUp(['--browser'], { CHROMIUM_PATH: '/bin/false' })).toEqual({
		code: 1,
		output: 'CHROMIUM_PATH is /bin/false, which does not run as a browser. Correct it, or unset it.\n',
	});
});
