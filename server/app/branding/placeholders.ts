import type { PageWords } from '../../../contract/placeholders.ts';
import { escapeHtml } from '../../lib/escape-html.ts';

export const TEXT = /\.(html|js|css|svg|webmanifest)$/;

const PLACE = /@@(\w+)@@/g;
const SCRIPT = /(<script[^>]*>)([\s\S]*?)(?=<\/script>)/g;

export const hasPlaceholder = (text: string): boolean => text.search(PLACE) >= 0;

export function fillText(kind: string, text: string, words: PageWords): string {
	const fill = (part: string, quote: (word: string) => string) =>
		part.replace(PLACE, (place, name: string) => {
			if (!Object.hasOwn(words, name)) throw new Error(`${place} in the built pages has no value`);
			return quote(words[name as keyof PageWords]);
		});
	if (kind === '.js') return fill(text, inScript);
	if (kind === '.webmanifest') return fill(text, (word) => JSON.stringify(word).slice(1, -1));
	if (kind !== '.html') return fill(text, escapeHtml);
	const scripts = text.replace(
		SCRIPT,
		(_, tag: string, script: string) => fill(tag, escapeHtml) + fill(script, inScript),
	);
	return fill(scripts, escapeHtml);
}

/** Escapes a word for quotes of any kind, and for inline scripts. */
function inScript(word: string): string {
	return JSON.stringify(word).slice(1, -1).replaceAll(/['`$]/g, '\\$&').replaceAll('<', '\\x3c');
}
