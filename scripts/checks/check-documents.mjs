import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callErrorHttp, callErrorStatus } from '../../contract/errors.ts';
import { settings } from '../../server/app/settings.ts';
import { commands } from '../../server/cli.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MADE = ['node_modules/**', 'build/**', '.data/**', '**/test-results/**'];
const DECISION_WORDS_MAX = 150;
const NOT_SETTINGS = new Set('COPY DUP FOLDER GET HOUR_MS MINUTE_MS OK PICTURES REF SHARDS STS'.split(' '));
/** These paths are created by a build and may be absent. */
const GENERATED = /^(?:build|\.data|web\/texts)\b/;

const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /```\w*\n([\s\S]*?)```|`([^`\n]+)`/g;
const PATH = /^[\w.*{},-]+(?:\/[\w.*{},-]+)*\/?$/;
const SOURCE = /^[\w.-]+\.(?:tsx?|mjs|sql|css|py|sh|cfg)$/;
const FOLDER = /^[a-z][\w.-]*\/$/;
const SCRIPT = /\bnpm run (?:-s )?([a-z][\w-]*)/g;
const COMMAND = /(?:\b(cli|bench|prove) --|(?<=`|^|\. )(lootpass)) ([a-z][\w-]*)/gm;
const SETTING = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b|\b[A-Z][A-Z\d]+(?==)|^[A-Z][A-Z\d]+$/g;

const paths = globSync(['**', '.*'], { cwd: ROOT, exclude: MADE });
const names = new Set(paths.map((path) => basename(path)));
const statuses = new Set(Object.keys(callErrorHttp).map(callErrorStatus));
const { scripts } = JSON.parse(read('package.json'));
const knownCommands = {
	cli: (name) => Object.hasOwn(commands, name),
	lootpass: (name) => Object.hasOwn(commands, name),
	bench: (name) => new RegExp(`\\b${name}\\b`).test(read('proof/bench/main.ts')),
	prove: (name) => new RegExp(`\\b${name}\\b`).test(read('proof/trials/main.ts')),
};

const problems = [];
for (const file of globSync('**/*.md', { cwd: ROOT, exclude: MADE }).sort()) {
	const text = read(file);
	const codes = [...text.matchAll(CODE)].map(([, block, inline]) => ({ block, inline }));
	const found = [
		...brokenLinks(file, text),
		...missingPaths(codes),
		...missingCommands(text),
		...missingSettings(codes),
	];
	if (/^docs\/decisions\/\d/.test(file) && text.split(/\s+/).filter(Boolean).length > DECISION_WORDS_MAX) {
		found.push(`more than ${DECISION_WORDS_MAX} words`);
	}
	problems.push(...[...new Set(found)].map((problem) => `${file}: ${problem}`));
}

for (const problem of problems) console.error(problem);
console.log(`${problems.length} problems in documents`);
if (problems.length > 0) process.exitCode = 1;

function read(file) {
	return readFileSync(join(ROOT, file), 'utf8');
}

function brokenLinks(file, text) {
	return [...text.matchAll(LINK)].flatMap(([, target = '']) => {
		if (/^[a-z]+:/.test(target)) return [];
		const [path, anchor] = target.split('#');
		const linked = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path));
		if (!existsSync(join(ROOT, linked))) return [`${target} leads nowhere`];
		return anchor && !anchorsOf(linked).has(anchor) ? [`${target}: there is no such heading`] : [];
	});
}

function anchorsOf(file) {
	const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
	return new Set(
		headings.map((heading) =>
			heading
				.toLowerCase()
				.replace(/[^\p{L}\d\s_-]/gu, '')
				.replaceAll(' ', '-'),
		),
	);
}

function missingPaths(codes) {
	const words = codes.flatMap(({ block, inline }) =>
		inline ? inline.split(' ') : block.split(/\s+/).filter((word) => SOURCE.test(word) || FOLDER.test(word)),
	);
	return words.filter((word) => PATH.test(word) && !isThere(word)).map((word) => `there is no ${word}`);
}

function isThere(word) {
	const path = word.replace(/\/$/, '');
	if (!word.includes('/')) return !SOURCE.test(word) || names.has(word);
	if (GENERATED.test(path) || existsSync(join(ROOT, path))) return true;
	if (/[*{]/.test(path)) return globSync(path, { cwd: ROOT }).length > 0 || !existsSync(join(ROOT, path.split('/')[0]));
	const looksOurs = FOLDER.test(word) || SOURCE.test(basename(path)) || names.has(path.split('/')[0]);
	return !looksOurs || paths.some((known) => known.endsWith(`/${path}`));
}

function missingCommands(text) {
	const missing = [...text.matchAll(SCRIPT)].filter(([, script]) => !Object.hasOwn(scripts, script));
	missing.push(
		...[...text.matchAll(COMMAND)].filter(([, script, wrapper, name]) => !knownCommands[script ?? wrapper](name)),
	);
	return missing.map(([command]) => `there is no ${command}`);
}

function missingSettings(codes) {
	return codes
		.flatMap(({ block, inline }) => (block ?? inline).match(SETTING) ?? [])
		.filter((name) => !Object.hasOwn(settings, name) && !NOT_SETTINGS.has(name) && !statuses.has(name))
		.map((name) => `there is no setting ${name}`);
}
