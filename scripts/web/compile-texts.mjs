// Compiles the texts of one site (docs/texts.md).
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@inlang/paraglide-js';
import { namesIn } from '../../contract/branding.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = join(ROOT, 'contract/texts');
const READER = join(ROOT, 'node_modules/@inlang/plugin-message-format/dist/index.js');
export const BASE_LANGUAGE = 'en';
const PLACING_ATTEMPTS = 5;

export function languages() {
	const all = readdirSync(SOURCES).flatMap((file) => (file.endsWith('.json') ? [basename(file, '.json')] : []));
	return [BASE_LANGUAGE, ...all.filter((language) => language !== BASE_LANGUAGE).sort()];
}

export function textsOf(language, words) {
	const names = namesIn(words);
	// A quote or brace in a configured name must neither break the JSON nor create a placeholder.
	const quoted = (name) => JSON.stringify(name.replaceAll(/[\\{}]/g, '\\$&')).slice(1, -1);
	const source = readFileSync(join(SOURCES, `${language}.json`), 'utf8');
	return JSON.parse(source.replaceAll(/\{(\w+)\}/g, (place, name) => (name in names ? quoted(names[name]) : place)));
}

/**
 * Safe to run concurrently.
 * @param {{ folder: string, words: import('../../contract/branding.ts').Branding, language?: string }} options
 * `language`: only this one, with a module per text.
 */
export async function compileTexts({ folder, words, language }) {
	const spoken = language ? [language] : languages();
	const texts = Object.fromEntries(spoken.map((each) => [each, textsOf(each, words)]));
	const wanted = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
	if (read(join(folder, '.stamp')) === wanted) return;

	mkdirSync(join(ROOT, 'build'), { recursive: true });
	const workshop = mkdtempSync(join(ROOT, 'build/.texts-'));
	const project = join(workshop, 'project.inlang');
	mkdirSync(project);
	try {
		for (const [each, own] of Object.entries(texts)) writeFileSync(join(workshop, `${each}.json`), JSON.stringify(own));
		const settings = {
			baseLocale: spoken[0],
			locales: spoken,
			modules: [READER],
			'plugin.inlang.messageFormat': { pathPattern: join(workshop, '{locale}.json') },
		};
		writeFileSync(join(project, 'settings.json'), JSON.stringify(settings));
		const { inTurn, failures } = writeInTurn();
		await compile({
			project,
			fs: inTurn,
			outdir: join(workshop, 'texts'),
			strategy: ['globalVariable', 'baseLocale'],
			outputStructure: language ? 'message-modules' : 'locale-modules',
			emitGitIgnore: false,
			emitPrettierIgnore: false,
			emitReadme: false,
		});
		if (failures.length > 0) throw failures[0];
		writeFileSync(join(workshop, 'texts/refusals.js'), refusalsOf(Object.keys(texts[spoken[0]]), language));
		writeFileSync(join(workshop, 'texts/.stamp'), wanted);
		putInPlace(join(workshop, 'texts'), folder, wanted);
	} finally {
		rmSync(workshop, { recursive: true, force: true });
	}
}

/** Paraglide writes all files at once and ignores failures, so texts are missing if few files may be open. */
function writeInTurn() {
	const failures = [];
	const writeFile = async (...args) => {
		try {
			writeFileSync(...args);
		} catch (error) {
			failures.push(error);
		}
	};
	return { inTurn: { ...fs, promises: { ...fs.promises, writeFile } }, failures };
}

function refusalsOf(keys, language) {
	const own = keys.filter((key) => /^(refusal|wait)_/.test(key));
	if (language) return own.map((key) => `export * from './messages/${key}.js';\n`).join('');
	return `export { ${own.join(', ')} } from './messages/_index.js';\n`;
}

/** Leaves texts of another process that already are the wanted ones: a build may be reading them. */
function putInPlace(made, folder, wanted) {
	mkdirSync(dirname(folder), { recursive: true });
	for (let attempt = 1; read(join(folder, '.stamp')) !== wanted; attempt++) {
		try {
			if (existsSync(folder)) renameSync(folder, `${made}-old-${attempt}`);
			return renameSync(made, folder);
		} catch (error) {
			if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code) || attempt === PLACING_ATTEMPTS) throw error;
		}
	}
}

function read(file) {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}
