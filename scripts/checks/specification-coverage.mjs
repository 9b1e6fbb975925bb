// Checks that every line of `test/specification.json` has a test, tagged by a comment: `// spec: 2.landing, 8.login`.
// `--print` lists them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TAG = /^\s*\/\/ spec: (.*)$/;
const TEST = /^\s*(?:test|describe)\b(?!\.(?:skip|todo)\b)/;
const TITLE = /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/s;

const lines = JSON.parse(read('test/specification.json'));
const tests = new Map(Object.keys(lines).map((id) => [id, []]));
const problems = [];
for (const file of globSync(['*/**/*.test.{ts,tsx,mjs}', 'e2e/**/*.spec.ts'], { cwd: ROOT, exclude: isMade }).sort()) {
	collectTags(file, read(file).split('\n'));
}
for (const [id, covering] of tests) {
	if (covering.length === 0) problems.push(`test/specification.json: no test covers ${id} (${lines[id]})`);
}

if (process.argv.includes('--print')) {
	for (const [id, covering] of tests) console.log([`${id}: ${lines[id]}`, ...covering].join('\n  '));
}
for (const problem of problems) console.error(problem);
console.log(`${tests.size} lines of the specification, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;

function collectTags(file, source) {
	for (const [index, line] of source.entries()) {
		const tag = TAG.exec(line);
		if (!tag) continue;
		const start = source.findIndex((other, at) => at > index && !TAG.test(other));
		if (!TEST.test(source[start] ?? '')) problems.push(`${file}:${index + 1}: no test follows this tag`);
		const title = TITLE.exec(source.slice(start).join('\n'))?.[2] ?? '';
		for (const id of tag[1].split(', ')) {
			const covering = tests.get(id);
			if (covering) covering.push(`${file} "${title.replaceAll('\\', '')}"`);
			else problems.push(`${file}:${index + 1}: test/specification.json has no line ${id}`);
		}
	}
}

function isMade(path) {
	return /^(?:node_modules|build|\.data)\b/.test(path);
}

function read(file) {
	return readFileSync(join(ROOT, file), 'utf8');
}
