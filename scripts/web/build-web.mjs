import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from '../../server/app/branding/precompress.ts';
import { DEFAULT_LANGUAGES, readLanguages } from '../../server/lib/language/language.ts';
import { isAlive } from '../with-lock.mjs';
import { languages as allLanguages } from './compile-texts.mjs';
import { preloadPages } from './preload-pages.mjs';
import { describePage, measureHeaviest } from './web-budget.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = join(ROOT, 'build');
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
const TEXTS = /^contract\/texts\/(.+)\.json$/;
const NO_SOURCES = ['web/texts/**', '**/*.test.{ts,tsx}'];
const OUTPUT_LINES_SHOWN = 40;
const PLACING_ATTEMPTS = 5;

/** Builds the languages whose sources changed. A failed build leaves the old one intact. */
export async function buildWebIfStale({ log, languages }) {
	const startedAt = performance.now();
	const made = await buildLanguages({ folder: BUILD, languages, hashOf: hashSources(), build: buildLanguage, log });
	if (made.length === 0) return;
	for (const page of measureHeaviest(join(BUILD, 'client'), languages)) log(describePage(page));
	log(`Built ${made.join(', ')} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** @returns the built languages. Fresh ones of earlier builds stay, wanted or not. */
export async function buildLanguages({ folder, languages, hashOf, build, log }) {
	const [client, stamp] = ['client', 'web.stamp'].map((name) => join(folder, name));
	const before = readStamp(await readFile(stamp, 'utf8').catch(() => ''));
	const known = new Set([...Object.keys(before), ...languages]);
	const hashes = Object.fromEntries([...known].map((each) => [each, hashOf(each)]));
	const isFresh = (language) =>
		before[language] === hashes[language] && existsSync(join(client, language, '__spa-fallback.html'));
	const stale = languages.filter((language) => !isFresh(language));
	if (stale.length === 0) return stale;

	log(`Building the web app in ${stale.join(', ')}…`);
	const workshop = join(folder, `.web-${process.pid}`);
	await removeOld(folder);
	try {
		const made = join(workshop, 'client');
		await mkdir(made, { recursive: true });
		const fresh = Object.keys(before).filter(isFresh);
		for (const language of fresh) await cp(join(client, language), join(made, language), { recursive: true });
		// Sequential, because each build rewrites the router's types.
		for (const language of stale) await build(language, { workshop, made });
		await putInPlace({ folder, client, stamp, made });
		await writeFile(
			stamp,
			JSON.stringify(Object.fromEntries([...fresh, ...stale].sort().map((each) => [each, hashes[each]]))),
		);
	} finally {
		await rm(workshop, { recursive: true, force: true });
	}
	return stale;
}

/** Hash per language. Older versions wrote one hash of all. */
function readStamp(text) {
	try {
		return JSON.parse(text);
	} catch {
		return {};
	}
}

/** @returns a function that hashes the sources of a language. Reads those of all languages once. */
function hashSources() {
	const add = (hash, file) => hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
	const all = globSync(SOURCES, { cwd: ROOT, exclude: NO_SOURCES }).sort();
	const files = all.filter((file) => statSync(join(ROOT, file)).isFile());
	const start = createHash('sha256').update(allLanguages().join());
	const shared = files.filter((file) => !TEXTS.test(file)).reduce(add, start);
	const textsIn = (language) => files.filter((file) => TEXTS.exec(file)?.[1] === language);
	return (language) => textsIn(language).reduce(add, shared.copy()).digest('hex');
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
	const child = spawn(process.execPath, [cli, 'build'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
	const output = [];
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text));
	const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
	if (code === 0) return;
	const tail = output.join('').trimEnd().split('\n').slice(-OUTPUT_LINES_SHOWN).join('\n');
	throw new Error(`The web app does not build:\n${tail}`);
}

async function putInPlace({ folder, client, stamp, made }) {
	const old = join(folder, `.web-${process.pid}-old`);
	await rm(stamp, { force: true });
	for (let attempt = 1; ; attempt++) {
		try {
			await rename(client, old).catch((error) => {
				if (error.code !== 'ENOENT') throw error;
			});
			await rename(made, client);
			break;
		} catch (error) {
			if (attempt === PLACING_ATTEMPTS) throw error;
		} finally {
			await rm(old, { recursive: true, force: true });
		}
	}
}

async function removeOld(folder) {
	for (const name of await readdir(folder).catch(() => [])) {
		const pid = /^\.web-(\d+)/.exec(name)?.[1];
		if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		const wanted = process.env.LANGUAGES || DEFAULT_LANGUAGES;
		const named = process.argv.includes('--all') ? allLanguages() : readLanguages(wanted);
		if (!named) throw new Error(`LANGUAGES must be some of ${allLanguages().join(', ')}.`);
		await buildWebIfStale({ languages: named, log: console.log });
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
