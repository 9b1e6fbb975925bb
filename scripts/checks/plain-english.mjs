// Checks the words of comments and test titles (see "Words" in CONTRIBUTING.md). `--count` prints the words per folder instead.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '../..');
const SENTENCE_WORDS_MAX = 25;
const STAND_IN = /^(what|who|whoever|whose|of|that)\b/i;
const PRONOUN = /\b(whoever|somebody|nobody|anybody)\b/i;
const DIRECTIVE = /^(biome-ignore|spec:|@ts-|@vite|@type|prepared:|reference types)/;
const TEST = /\.(test|spec)\.(ts|tsx|mjs)$/;
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css', '*.sql'], {
	cwd: ROOT,
	encoding: 'utf8',
})
	.split('\n')
	.filter(Boolean);

if (process.argv.includes('--count')) printCounts();
else printProblems();

function printProblems() {
	let count = 0;
	for (const file of [...files, 'contract/texts/en.json'].filter((each) =>
		readFileSync(join(ROOT, each), 'utf8').includes('\u2019'),
	)) {
		count += 1;
		console.error(`${file}: has a curly apostrophe; the texts use straight ones`);
	}
	for (const { file, line, text, kind } of files.flatMap(textsIn)) {
		for (const problem of problemsOf(text)) {
			count += 1;
			console.error(`${file}:${line}: ${kind} ${problem}`);
		}
	}
	if (count > 0) console.error(`${count} problems in words`);
	process.exitCode = count > 0 ? 1 : 0;
}

/** Prints the words in comments of product code, without tests. */
function printCounts() {
	for (const folder of ['server', 'web', 'contract']) {
		const product = files.filter((file) => file.startsWith(`${folder}/`) && !TEST.test(file));
		const words = product.flatMap(textsIn).map(({ text }) => wordsIn(text));
		console.log(`${folder} ${words.reduce((sum, count) => sum + count, 0)}`);
	}
}

function textsIn(file) {
	const source = readFileSync(join(ROOT, file), 'utf8');
	const lineAt = (index) => source.slice(0, index).split('\n').length;
	const found = /\.(css|sql)$/.test(file) ? { comments: commentsByPattern(source), titles: [] } : parsed(file, source);
	return [
		...joinLines(found.comments, source).map((comment) => ({ ...comment, kind: 'comment' })),
		...found.titles.map((title) => ({ ...title, kind: 'title' })),
	]
		.filter(({ text }) => text !== '' && !DIRECTIVE.test(text))
		.map(({ start, text, kind }) => ({ file, line: lineAt(start), text, kind }));
}

function parsed(file, source) {
	const { program, comments } = parseSync(file, source);
	const titles = [];
	const isTest = ({ type, object, callee, name }) =>
		type === 'Identifier' ? /^(test|it|describe)$/.test(name) : object || callee ? isTest(object ?? callee) : false;
	if (TEST.test(file)) {
		new Visitor({
			CallExpression({ callee, arguments: [title] }) {
				if (!isTest(callee)) return;
				if (title?.type === 'Literal' && typeof title.value === 'string') {
					titles.push({ start: title.start, text: title.value });
				} else if (title?.type === 'TemplateLiteral') {
					titles.push({ start: title.start, text: title.quasis.map(({ value }) => value.raw).join('…') });
				}
			},
		}).visit(program);
	}
	return {
		titles,
		comments: comments.map(({ type, start, end, value }) => ({ isLine: type === 'Line', start, end, text: value })),
	};
}

function commentsByPattern(source) {
	const pattern = /\/\*([\s\S]*?)\*\/|--([^\n]*)|"[^"\n]*"|'(?:[^']|'')*'/g;
	return [...source.matchAll(pattern)]
		.filter(([, block, line]) => block !== undefined || line !== undefined)
		.map(({ 0: whole, 1: block, 2: line, index }) => ({
			isLine: block === undefined,
			start: index,
			end: index + whole.length,
			text: block ?? line,
		}));
}

/** Joins line comments that follow each other, and strips the asterisks of blocks. */
function joinLines(comments, source) {
	const all = [];
	for (const { isLine, start, end, text } of comments) {
		const words = text.replace(/^\s*\*+ ?/gm, '').trim();
		const previous = all.at(-1);
		if (isLine && previous?.isLine && /^\s*$/.test(source.slice(previous.end, start)) && !DIRECTIVE.test(words)) {
			Object.assign(previous, { end, text: `${previous.text}\n${words}` });
		} else all.push({ isLine, start, end, text: words });
	}
	return all;
}

function problemsOf(text) {
	return sentencesIn(text).flatMap((sentence) => {
		const quoted = `"${sentence.slice(0, 60)}"`;
		if (STAND_IN.test(sentence)) return [`begins with "${sentence.split(/\W/, 1)[0]}": ${quoted}`];
		if (PRONOUN.test(sentence)) return [`contains "${PRONOUN.exec(sentence)[0]}": ${quoted}`];
		const words = wordsIn(sentence);
		return words > SENTENCE_WORDS_MAX ? [`has a sentence of ${words} words: ${quoted}`] : [];
	});
}

/** Splits at ends of sentences, paragraphs, list items and tags of docstrings. */
function sentencesIn(text) {
	return text
		.replace(/```[\s\S]*?```/g, '')
		.split(/\n\s*\n|\n\s*[-*|]|@(?:param\s+[\w.]+|\w+)|(?<=[.:;?!])\s/)
		.map((sentence) => sentence.replace(/\s+/g, ' ').trim())
		.filter(Boolean);
}

function wordsIn(text) {
	return (text.replace(/`[^`]*`/g, 'code').match(/[\p{L}\p{N}$%][^\s]*/gu) ?? []).length;
}
