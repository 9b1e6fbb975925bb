// `--write` sorts the files.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { defaultBranding } from '../../contract/branding.ts';
import { BASE_LANGUAGE, compileTexts, languages } from '../web/compile-texts.mjs';
import { bareTexts } from './bare-texts.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = /^[a-z]+(_[a-z0-9]+)+$/;
/** The server does not choose plural forms. */
const FILLED_BY_SERVER = /^(device|mail|refusal)_/;

const sources = Object.fromEntries(
	languages().map((language) => {
		const file = join(ROOT, `contract/texts/${language}.json`);
		if (process.argv.includes('--write')) writeFileSync(file, inOrder(JSON.parse(readFileSync(file, 'utf8'))));
		return [language, readFileSync(file, 'utf8')];
	}),
);
const base = JSON.parse(sources[BASE_LANGUAGE]);
const problems = Object.entries(sources).flatMap(([language, source]) =>
	problemsOf(language, JSON.parse(source), source).map((problem) => `contract/texts/${language}.json: ${problem}`),
);

const used = new Set(['app_offline_page']);
for (const file of globSync('web/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['web/texts/**'] }).sort()) {
	if (/\.test\.tsx?$|^web.test./.test(file)) continue;
	const code = readFileSync(join(ROOT, file), 'utf8');
	for (const [, key] of code.matchAll(/\bm\.([a-z]\w*)\b/g)) used.add(key);
	if (file.startsWith('web/admin/')) continue;
	const program = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
	for (const { start, text } of bareTexts(program)) {
		const line = code.slice(0, start).split('\n').length;
		problems.push(`${file}:${line}: ${JSON.stringify(text)} belongs into the catalogue`);
	}
}
for (const file of globSync('server/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })) {
	for (const [, word] of readFileSync(join(ROOT, file), 'utf8').matchAll(/'([a-z]+(?:_[a-z0-9]+)*)'/g)) used.add(word);
}
const nameOfMail = (key) => /^mail_(\w+)_(?:subject|text|button|after)$/.exec(key)?.[1];
const isUsed = (key) => used.has(key) || used.has(nameOfMail(key)) || /^(refusal|wait)_/.test(key);
for (const key of Object.keys(base)) if (!isUsed(key)) problems.push(`${key} is not used`);

await compileTexts({ folder: join(ROOT, 'web/texts'), words: defaultBranding });
for (const problem of problems) console.error(problem);
console.log(`${Object.keys(base).length} texts in ${languages().join(', ')}, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;

function problemsOf(language, texts, source) {
	const keys = Object.keys(texts);
	const found = [];
	for (const key of Object.keys(base)) {
		if (!(key in texts)) found.push(`${key} is missing`);
		else if (placesIn(texts[key]) !== placesIn(base[key])) {
			found.push(`${key} has ${placesIn(texts[key]) || 'no places'}, in English ${placesIn(base[key]) || 'none'}`);
		}
	}
	for (const key of keys) {
		if (!(key in base)) found.push(`${key} is not in English`);
		if (FILLED_BY_SERVER.test(key) && typeof texts[key] !== 'string')
			found.push(`${key} must be one text, without plurals`);
		for (const form of missingForms(language, texts[key])) found.push(`${key} has no plural form "${form}"`);
		if (!KEY.test(key)) found.push(`${key} is not area_words_in_lower_case`);
		if (/^\s|\s$|^$/.test(texts[key])) found.push(`${key} begins or ends with a blank, or is empty`);
	}
	if (source !== inOrder(texts)) found.push('not in order: run node scripts/checks/check-texts.mjs --write');
	return found;
}

function missingForms(language, text) {
	if (typeof text === 'string') return [];
	const forms = text.flatMap(({ match }) => Object.keys(match).map((condition) => condition.split('=')[1]));
	const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
	return pluralCategories.filter((form) => !forms.includes(form));
}

function inOrder(texts) {
	const entries = Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1));
	return `${JSON.stringify(Object.fromEntries(entries), null, '\t')}\n`;
}

function placesIn(text) {
	const found = JSON.stringify(text).match(/\{\w+\}|<\w+>/g) ?? [];
	return [...new Set(found)].sort().join(' ');
}
