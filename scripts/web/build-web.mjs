import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from '../../server/app/branding/precompress.ts';
import { isAlive } from '../with-lock.mjs';
import { BASE_LANGUAGE, languages } from './compile-texts.mjs';
import { preloadPages } from './preload-pages.mjs';
import { describePage, measureHeaviest } from './web-budget.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = join(ROOT, 'build');
const CLIENT = join(BUILD, 'client');
const STAMP = join(BUILD, 'web.stamp');
const SOURCES = [
	'web/**',
	'contract/**',
	'react-router.config.ts',
	'vite.config.ts',
	'package-lock.json',
	'scripts/web/compile-texts.mjs',
	'scripts/web/installable.mjs',
	'scripts/web/one-language.mjs',
	'scripts/web/paint-first.mjs',
	'scripts/web/preload-pages.mjs',
	'scripts/web/web-budget.mjs',
	'server/app/branding/**',
];
const NO_SOURCES = ['web/texts/**', '**/*.test.{ts,tsx}'];
const OUTPUT_LINES_SHOWN = 40;
const PLACING_ATTEMPTS = 5;

/** A failed build leaves the old one intact. */
export async function buildWebIfStale({ log }) {
	const wanted = hashOf();
	if (
		existsSync(join(CLIENT, BASE_LANGUAGE, '__spa-fallback.html')) &&
		(await readFile(STAMP, 'utf8').catch(() => '')) === wanted
	)
		return;

	const startedAt = performance.now();
	log('Building the web app…');
	const workshop = join(BUILD, `.web-${process.pid}`);
	await removeOld();
	try {
		const made = join(workshop, 'client');
		await mkdir(made, { recursive: true });
		// Sequential, because each build rewrites the router's types.
		for (const language of languages()) await buildLanguage(language, { workshop, made });
		for (const page of measureHeaviest(made, languages())) log(describePage(page));
		await putInPlace(made);
		await writeFile(STAMP, wanted);
	} finally {
		await rm(workshop, { recursive: true, force: true });
	}
	log(`Built the web app in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function hashOf() {
	const hash = createHash('sha256');
	const files = globSync(SOURCES, { cwd: ROOT, exclude: NO_SOURCES }).filter((file) =>
		statSync(join(ROOT, file)).isFile(),
	);
	for (const file of files.sort()) {
		hash
			.update(`${file}\0`)
			.update(readFileSync(join(ROOT, file)))
			.update('\0');
	}
	return hash.digest('hex');
}

async function buildLanguage(language, { workshop, made }) {
	const own = join(workshop, language);
	await runBuild({ ...process.env, NODE_ENV: 'production', WEB_BUILD_DIRECTORY: own, WEB_LANGUAGE: language });
	await rename(join(own, 'client'), join(made, language));
	await preloadPages(join(made, language));
	await precompress(join(made, language));
}

/** A separate process, so that the server does not keep its memory and settings. */
async function runBuild(env) {
	const cli = join(ROOT, 'node_modules/@react-router/dev/bin.cjs');
	const child = spawn(process.execPath, [cli, 'build'], {
		cwd: ROOT,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const output = [];
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text));
	const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
	if (code === 0) return;
	const tail = output.join('').trimEnd().split('\n').slice(-OUTPUT_LINES_SHOWN).join('\n');
	throw new Error(`The web app does not build:\n${tail}`);
}

async function putInPlace(made) {
	const old = join(BUILD, `.web-${process.pid}-old`);
	await rm(STAMP, { force: true });
	for (let attempt = 1; ; attempt++) {
		try {
			await rename(CLIENT, old).catch((error) => {
				if (error.code !== 'ENOENT') throw error;
			});
			await rename(made, CLIENT);
			break;
		} catch (error) {
			if (attempt === PLACING_ATTEMPTS) throw error;
		} finally {
			await rm(old, { recursive: true, force: true });
		}
	}
}

async function removeOld() {
	for (const name of await readdir(BUILD).catch(() => [])) {
		const pid = /^\.web-(\d+)/.exec(name)?.[1];
		if (pid && !isAlive(Number(pid))) await rm(join(BUILD, name), { recursive: true, force: true });
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		await buildWebIfStale({ log: console.log });
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
