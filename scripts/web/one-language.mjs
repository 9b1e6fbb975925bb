import { join } from 'node:path';
import { compileTexts, textsOf } from './compile-texts.mjs';

const RUNTIME = /^import \{ getLocale.*$|^\texperimentalStaticLocale \?\?.*$/gm;
const IMPORT = /^import \{ m \} from '[./]*\/texts\/messages\.js';$/m;
const TEXT = /\bm\.([a-z]\w*)(\(\))?/g;

/** Keeps Paraglide's runtime and message index out of pages. @returns {import('vite').Plugin} */
export function oneLanguage({ language, words, folder }) {
	const texts = textsOf(language, words);
	let compiled;
	return {
		name: 'one-language',
		apply: 'build',
		enforce: 'pre',
		// Pages are built twice: for the browser and for prerendering.
		async buildStart() {
			compiled ??= compileTexts({ folder, words, language });
			await compiled;
		},
		resolveId: (source) => (source.endsWith('/texts/refusals.js') ? join(folder, 'refusals.js') : undefined),
		transform(code, id) {
			if (id.startsWith(folder)) return { code: code.replace(RUNTIME, ''), map: null };
			if (!/\.tsx?$/.test(id) || !IMPORT.test(code)) return undefined;
			const called = new Set();
			const spoken = code.replace(TEXT, (_text, key, isCalled = '') => {
				if (isCalled && isPlain(texts[key])) return JSON.stringify(texts[key]);
				called.add(key);
				return key + isCalled;
			});
			const imports = [...called].map(
				(key) => `import { ${key} } from ${JSON.stringify(join(folder, `messages/${key}.js`))};`,
			);
			return { code: spoken.replace(IMPORT, imports.join(' ')), map: null };
		},
	};
}

function isPlain(text) {
	return typeof text === 'string' && !/[{}\\]/.test(text);
}
