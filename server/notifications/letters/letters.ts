import { english, type Letters } from './english.ts';
import { german } from './german.ts';

/** Those of the pages, as BCP 47 tags. */
const letters = { en: english, de: german } satisfies Record<string, Letters>;
export type Language = keyof typeof letters;

export const languages = Object.keys(letters) as [Language, ...Language[]];

/** @param language as it is kept of a person; null: nobody knows it, and they are written to in English. */
export function lettersIn(language: string | null): { language: Language; letters: Letters } {
	const known = languages.find((tag) => tag === language) ?? 'en';
	return { language: known, letters: letters[known] };
}
