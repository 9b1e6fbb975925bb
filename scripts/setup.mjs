// Must run on Node 20 without packages.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';
import { withLock } from './with-lock.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INSTALLED_LOCK = join(ROOT, 'node_modules/.package-lock.json');
const WANTED_LOCK = join(ROOT, 'package-lock.json');
const STAMP = join(ROOT, 'node_modules/.lootpass-setup');
const PROGRESS_MS = 15_000;
const withBrowser = process.argv.includes('--browser');
// A release has no page sources, and needs neither build nor test packages.
const isRelease = !existsSync(join(ROOT, 'web'));
const kinds = isRelease ? '--omit=dev' : '--include=dev';
/** Node runs neither source maps nor TypeScript from packages. */
const UNUSED = /\.(map|[cm]?ts)$/;

try {
	if (!isInstalled()) await withLock(ROOT, installPackages);
	if (withBrowser && !(await findChromium())) await withLock(ROOT, installChromium);
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}

function isInstalled() {
	return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfInstalled();
}

/** Changes with the lock file, and if npm changed the packages without it. */
function hashOfInstalled() {
	const hash = createHash('sha256').update(kinds).update(readFileSync(WANTED_LOCK));
	return hash.update(existsSync(INSTALLED_LOCK) ? readFileSync(INSTALLED_LOCK) : '').digest('hex');
}

async function installPackages() {
	if (isInstalled()) return;
	if (isInUse()) {
		throw new Error('Packages must be installed, but the product is running from this folder. Stop it first.');
	}
	const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', kinds];
	const npm = process.env.npm_execpath;
	const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
	const { code, output } = await run('Installing packages', program, [...first, ...args]);
	if (code !== 0) throw new Error(`Installing packages failed: ${reasonIn(output)}. Run "npm ci" to see everything.`);
	if (isRelease) removeUnused(join(ROOT, 'node_modules'));
	writeFileSync(STAMP, hashOfInstalled());
}

function removeUnused(folder) {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) removeUnused(path);
		else if (UNUSED.test(entry.name)) rmSync(path);
	}
}

/** A running product shares this lock (server/lib/hold-packages.ts). It is released at exit. */
function isInUse() {
	if (process.platform !== 'linux') return false;
	const folder = openSync(ROOT, 'r');
	return (
		spawnSync('flock', ['--exclusive', '--nonblock', '3'], { stdio: ['ignore', 'ignore', 'ignore', folder] }).status ===
		1
	);
}

async function installChromium() {
	if (await findChromium()) return;
	const isRoot = process.getuid?.() === 0;
	const playwright = [join(ROOT, 'node_modules/playwright/cli.js'), 'install', 'chromium'];
	await run('Downloading a browser for the tests', process.execPath, playwright);
	if (await findChromium()) return;
	if (isRoot && existsSync('/usr/bin/apt-get')) {
		const install = 'apt-get install --yes --no-install-recommends';
		const either = `apt-get update && (${install} chromium-headless-shell || ${install} chromium)`;
		await run("Installing the system's Chromium for the tests", '/bin/sh', ['-c', either]);
		if (await findChromium()) return;
	}
	throw new Error(
		'There is no browser for the tests, and none could be installed. Install Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH to one.',
	);
}

async function run(what, program, args) {
	const startedAt = Date.now();
	console.log(`${what} ...`);
	const progress = setInterval(() => {
		console.log(`${what} ... ${Math.round((Date.now() - startedAt) / 1000)} s`);
	}, PROGRESS_MS);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' };
	const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text) => {
			output += text;
		});
	}
	try {
		const code = await new Promise((resolve) => {
			child.once('error', (error) => {
				output += error.message;
				resolve(1);
			});
			child.once('close', resolve);
		});
		return { code, output };
	} finally {
		clearInterval(progress);
	}
}

/** The first line that is neither an error code nor a warning of Node explains the error. */
function reasonIn(output) {
	const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
	const telling = lines.filter(
		(line) => line && !/^(code|errno|syscall|path|dest) |^A complete log|\.log$|^\((node:\d+|Use `node)/.test(line),
	);
	return (telling[0] ?? 'no reason given').replace(/\.$/, '');
}
