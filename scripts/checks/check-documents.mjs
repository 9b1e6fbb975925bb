// What documents promise of the sources: links, names of files and tests, the tables of security.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findMisplaced } from '../../proof/trials/planted/find-misplaced.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MADE = ['node_modules/**', 'build/**', '.data/**', '**/test-results/**'];
const files = globSync(['**/*.*', '.*.*'], { cwd: ROOT, exclude: MADE });
const names = new Set(files.map((file) => basename(file)));
const roots = new Set(globSync('*/', { cwd: ROOT, exclude: MADE }).map((root) => root.replace(/\/$/, '')));

const LINK = /\]\(([^)\s]+)\)/g;
const NAMED = /`([^`\s]+)`/g;
const SOURCE = /^[\w.-]+\.(?:tsx?|mjs|sql)$/;
/** A file with the titles of tests in it: `file` "title", "another title". */
const TESTS = /`([\w./-]+\.(?:test|spec)\.(?:tsx?|mjs))`((?:,?(?: and)? ?"(?:[^"\\]|\\")+")+)/g;
const TITLE = /"((?:[^"\\]|\\")+)"/g;
const CHAPTERS = 17;
const TESTS_OF_SECURITY_MIN = 60;

const problems = [...(await findMisplaced())];
for (const file of globSync('**/*.md', { cwd: ROOT, exclude: MADE }).sort()) {
	const text = read(file);
	// A decision that was replaced tells of a house that is gone.
	if (/^(?:Date: .*)?Status: superseded/m.test(text)) continue;
	const found = [...brokenLinks(file, text), ...missingFiles(text), ...missingTests(text)];
	problems.push(...found.map((problem) => `${file}: ${problem}`));
}
problems.push(...problemsOfSecurity(read('docs/security.md')));

for (const problem of problems) console.error(problem);
console.log(`${problems.length} promises of documents are not kept`);
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

/** As GitHub makes them of headings. */
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

/** Files by their path from the root, or by their name alone. */
function missingFiles(text) {
	const missing = [...text.matchAll(NAMED)].map(([, name = '']) => name).filter((name) => !isThere(name));
	return [...new Set(missing)].map((name) => `there is no ${name}`);
}

function isThere(name) {
	if (SOURCE.test(name)) return names.has(name);
	const [root = ''] = name.split('/');
	// What is made by a build or a run is not there yet.
	if (!name.includes('/') || !roots.has(root) || !/^[\w./*{},-]+$/.test(name)) return true;
	return /[*{]/.test(name) ? globSync(name, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, name));
}

function missingTests(text) {
	return [...text.matchAll(TESTS)].flatMap(([, file = '', titles = '']) => {
		const path = join(ROOT, file);
		if (!existsSync(path) || !statSync(path).isFile()) return [`there is no ${file}`];
		// A title may be quoted in the source with its apostrophes escaped.
		const source = readFileSync(path, 'utf8').replaceAll("\\'", "'");
		const wanted = [...titles.matchAll(TITLE)].map(([, title = '']) => title.replaceAll('\\"', '"'));
		return wanted.filter((title) => !source.includes(title)).map((title) => `${file} has no test "${title}"`);
	});
}

function problemsOfSecurity(text) {
	const chapters = [...text.matchAll(/^## V(\d+) /gm)].map(([, chapter]) => Number(chapter));
	const isComplete = chapters.length === CHAPTERS && chapters.every((chapter, index) => chapter === index + 1);
	const found = isComplete ? [] : [`its chapters are ${chapters}`];
	const tests = text.match(TESTS)?.length ?? 0;
	if (tests < TESTS_OF_SECURITY_MIN) found.push(`only ${tests} tests are named`);
	const files = text.match(/`[\w./-]+\.(?:test|spec)\.(?:tsx?|mjs)`/g)?.length ?? 0;
	if (files > tests) found.push(`${files - tests} files of tests are named without a title`);
	return found.map((problem) => `docs/security.md: ${problem}`);
}
