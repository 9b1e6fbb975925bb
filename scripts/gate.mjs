// The gate: everything that must hold before a change is kept. `--browser` adds the journeys in a real browser.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brandingSettings, loadConfig } from '../server/app/config.ts';
import { countPlaywright, countVitest, sum } from './gate-results.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'lootpass-gate-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
/** So many characters of what a failed program said last are said again at the end. */
const LAST_WORDS = 1_200;

/** In order of speed: what fails early is seen early. All run, so that one look shows everything. */
const steps = [
	{
		name: 'Format and lint',
		commands: [`biome ci --error-on-warnings --colors=${process.stdout.isTTY ? 'force' : 'off'} .`],
	},
	{ name: 'Texts', commands: ['node scripts/checks/check-texts.mjs'] },
	{
		name: 'Documents',
		commands: ['node scripts/checks/check-documents.mjs', 'node scripts/settings-page.mjs --check'],
	},
	{ name: 'Boundaries', commands: ['node scripts/checks/check-boundaries.mjs'] },
	{
		name: 'Types',
		commands: ['tsc -p contract', 'tsc -p server', 'react-router typegen', 'tsc -p web', 'tsc -p e2e'],
	},
	{ name: 'Unused code', commands: ['knip'] },
	{ name: 'Build', commands: ['node scripts/web/build-web.mjs'] },
	{ name: 'Page budgets', commands: ['node scripts/web/web-budget.mjs'] },
	{ name: 'Histories', commands: ['node proof/trials/main.ts histories --count 60 --seed 1'] },
	{
		name: 'Unit and integration tests',
		commands: [`vitest run --reporter=default --reporter=json --outputFile.json=${vitestReport}`],
		count: () => countVitest(read(vitestReport)),
	},
	{
		name: 'Browser journeys',
		browser: true,
		commands: ['playwright test --retries=1 --reporter=list,json'],
		count: () => countPlaywright(read(playwrightReport)),
	},
].filter((step) => !step.browser || process.argv.includes('--browser'));

const env = {
	...process.env,
	// What a fresh start has, so that the build is made once and serves all steps.
	...brandingSettings(loadConfig({})),
	PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
	PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
};

/** The program of the moment, to be ended with us. */
let running;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => {
		running?.kill(signal);
		rmSync(reports, { recursive: true, force: true });
		process.exit(1);
	});
}

const results = [];
for (const step of steps) results.push(await runStep(step));
rmSync(reports, { recursive: true, force: true });

console.log('');
for (const { name, ok, seconds } of results) console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
const { passed, failed, skipped, unsteady, failures } = sum(results);
for (const failure of failures) console.log(`failed: ${failure}`);
for (const title of unsteady) console.log(`passed only when repeated: ${title}`);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runStep({ name, commands, count }) {
	console.log(`\n== ${name}`);
	const startedAt = performance.now();
	const failures = [];
	for (const command of commands) {
		const { ok, lastWords } = await run(command, { listen: count === undefined });
		if (!ok) failures.push(`${command}\n${lastWords}`.trim());
	}
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	const counts = (count && countOrNothing(count)) ?? { passed: 0, failed: 0, skipped: 0, failures };
	return { name, ok: failures.length === 0, seconds, counts };
}

/** A step that crashed has left no report: it then counts as failed by its exit code. */
function countOrNothing(count) {
	try {
		return count();
	} catch (error) {
		if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** Runs a program that speaks for itself. What it says is passed on, and the end of it kept where nothing else tells why. */
function run(command, { listen }) {
	const [program, ...args] = command.split(' ');
	let lastWords = '';
	function passOn(to) {
		return (chunk) => {
			to.write(chunk);
			lastWords = (lastWords + chunk).slice(-LAST_WORDS);
		};
	}
	return new Promise((resolve) => {
		const output = listen ? 'pipe' : 'inherit';
		running = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', output, output] });
		running.stdout?.setEncoding('utf8').on('data', passOn(process.stdout));
		running.stderr?.setEncoding('utf8').on('data', passOn(process.stderr));
		running.once('error', (error) => {
			console.error(error.message);
			resolve({ ok: false, lastWords: error.message });
		});
		running.once('close', (code) => resolve({ ok: code === 0, lastWords }));
	});
}

function read(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}
