// The checks that every change must pass. `--browser` adds browser journeys.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countPlaywright, countVitest, sum } from './gate-results.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'lootpass-gate-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const withBrowser = process.argv.includes('--browser');
const LAST_WORDS = 1_200;
const MEMORY_DISK = '/dev/shm';
const MEMORY_DISK_BYTES = 4 * 2 ** 30;

/** Two parallel lanes, one per core, each with likely failures first. All steps run, to show every failure. */
const steps = [
	{
		name: 'Format and lint',
		commands: [`biome ci --error-on-warnings --colors=${process.stdout.isTTY ? 'force' : 'off'} .`],
	},
	{ name: 'Texts', commands: ['node scripts/checks/check-texts.mjs'] },
	{
		name: 'Documents',
		commands: [
			'node scripts/checks/check-documents.mjs',
			'node scripts/checks/specification-coverage.mjs',
			'node scripts/settings-page.mjs --check',
		],
	},
	{ name: 'Plain English', commands: ['node scripts/checks/plain-english.mjs'] },
	{ name: 'Boundaries', commands: ['node scripts/checks/check-boundaries.mjs'] },
	{
		name: 'Unit and integration tests',
		after: 'Build',
		commands: [
			`vitest run ${withBrowser ? '--maxWorkers=2 ' : ''}--reporter=default --reporter=json --outputFile.json=${vitestReport}`,
		],
		count: () => countVitest(read(vitestReport)),
	},
	{ name: 'Build', lane: 'web', commands: ['node scripts/web/build-web.mjs'] },
	{
		name: 'Types',
		lane: 'web',
		commands: ['tsc -p contract', 'tsc -p server', 'react-router typegen', 'tsc -p web', 'tsc -p e2e'],
	},
	{ name: 'Unused code', lane: 'web', commands: ['knip'] },
	{ name: 'Page budgets', lane: 'web', commands: ['node scripts/web/web-budget.mjs'] },
	{ name: 'Histories', lane: 'web', commands: ['node proof/trials/main.ts histories --count 60 --seed 1'] },
	{
		name: 'Browser journeys',
		lane: 'web',
		browser: true,
		commands: ['playwright test --workers=2 --retries=1 --reporter=list,json'],
		count: () => countPlaywright(read(playwrightReport)),
	},
].filter((step) => !step.browser || withBrowser);

const env = {
	...process.env,
	PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
	TMPDIR: placeForFiles(),
	PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
	// Output is piped, so colours must be forced.
	...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
};

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => {
		for (const program of running) program.kill(signal);
		rmSync(reports, { recursive: true, force: true });
		process.exit(1);
	});
}

const outputs = createOutputs(steps.length);
const lanes = Map.groupBy(steps, ({ lane }) => lane);
const results = new Array(steps.length);
const ended = new Map(steps.map(({ name }) => [name, Promise.withResolvers()]));
await Promise.all([...lanes.values()].map(runLane));
rmSync(reports, { recursive: true, force: true });

console.log('');
for (const { name, ok, seconds } of results) console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
const { passed, failed, skipped, unsteady, failures } = sum(results);
for (const failure of failures) console.log(`failed: ${failure}`);
for (const title of unsteady) console.log(`passed only when repeated: ${title}`);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runLane(own) {
	for (const step of own) {
		const index = steps.indexOf(step);
		await ended.get(step.after)?.promise;
		results[index] = await runStep(step, outputs[index].write);
		ended.get(step.name).resolve();
		outputs[index].end();
	}
}

async function runStep({ name, commands, count }, write) {
	write(`\n== ${name}\n`);
	const startedAt = performance.now();
	const failures = [];
	for (const command of commands) {
		const { ok, lastWords } = await run(command, write);
		if (!ok) failures.push(`${command}\n${lastWords}`.trim());
	}
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	const counts = (count && countOrNothing(count)) ?? { passed: 0, failed: 0, skipped: 0, failures };
	return { name, ok: failures.length === 0, seconds, counts };
}

function createOutputs(count) {
	const held = Array.from({ length: count }, () => ({ text: '', hasEnded: false }));
	let first = 0;
	return held.map((own, index) => ({
		write(text) {
			if (index === first) process.stdout.write(text);
			else own.text += text;
		},
		end() {
			own.hasEnded = true;
			while (held[first]?.hasEnded) {
				first += 1;
				process.stdout.write(held[first]?.text ?? '');
			}
		},
	}));
}

/** A crashed step has no report and fails by its exit code. */
function countOrNothing(count) {
	try {
		return count();
	} catch (error) {
		if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
		throw error;
	}
}

function run(command, write) {
	const [program, ...args] = command.split(' ');
	let lastWords = '';
	const passOn = (text) => {
		write(text);
		lastWords = (lastWords + text).slice(-LAST_WORDS);
	};
	return new Promise((resolve) => {
		const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
		running.add(child);
		for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', passOn);
		const end = (ok) => {
			running.delete(child);
			resolve({ ok, lastWords });
		};
		child.once('error', (error) => {
			passOn(`${error.message}\n`);
			end(false);
		});
		child.once('close', (code) => end(code === 0));
	});
}

/** Test databases create and delete thousands of files, which costs ext4 a fifth of all CPU time. */
function placeForFiles() {
	try {
		const { bavail, bsize } = statfsSync(MEMORY_DISK);
		const room = Math.min(bavail * bsize, process.availableMemory() / 2);
		if (room >= MEMORY_DISK_BYTES) return MEMORY_DISK;
	} catch (error) {
		if (error.code !== 'ENOENT') throw error;
	}
	return tmpdir();
}

function read(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}
