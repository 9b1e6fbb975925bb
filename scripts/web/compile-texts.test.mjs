import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defaultBranding as words } from '../../contract/branding.ts';
import { compileTexts, textsOf } from './compile-texts.mjs';
import { oneLanguage } from './one-language.mjs';

// Texts are compiled in the build folder and renamed, so this folder must be on the same disk.
const build = join(import.meta.dirname, '../../build');
mkdirSync(build, { recursive: true });
const parent = mkdtempSync(join(build, 'texts-'));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('concurrent compilations leave the first result in place, because a build may be reading it', async () => {
	const folder = join(parent, 'texts');
	const both = [1, 2].map(() => compileTexts({ folder, words, language: 'en' }));
	await Promise.race(both);
	const first = statSync(folder).ino;
	await Promise.all(both);
	expect(statSync(folder).ino).toBe(first);
});

test('all texts are compiled where a process may open few files, as in a container', () => {
	const folder = join(parent, 'few');
	const compile = `import { compileTexts } from '${join(import.meta.dirname, 'compile-texts.mjs')}';
		await compileTexts({ folder: '${folder}', words: ${JSON.stringify(words)}, language: 'en' });`;
	execFileSync('sh', ['-c', 'ulimit -n 256; exec "$0" --input-type=module --eval "$1"', process.execPath, compile]);
	const missing = Object.keys(textsOf('en', words)).filter((key) => !existsSync(join(folder, `messages/${key}.js`)));
	expect(missing).toEqual([]);
});

test.each(['m.app_name()', '(isCard ? m.app_name : m.notices_none)()', 'call(m.notices_message, { text })'])(
	'a page keeps no trace of the index of texts in %s',
	(use) => {
		const { transform } = oneLanguage({ language: 'en', words, folder: join(parent, 'texts') });
		const { code } = transform(`import { m } from '../texts/messages.js';\nexport const text = ${use};`, 'page.tsx');
		expect(code).not.toMatch(/\bm\b/);
	},
);
