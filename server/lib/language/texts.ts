import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type english from '../../../contract/texts/en.json';
import { type Languages, requestedLanguage } from './language.ts';

export type TextKey = keyof typeof english;

const FALLBACK = 'en';
export const DEFAULT_LANGUAGES = 'en,de';
const FOLDER = join(import.meta.dirname, '../../../contract/texts');

export const catalogues: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
	readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))]),
);

/** Ends with English, which every site offers. @returns undefined if a name has no texts. */
export function readLanguages(names: string): Languages | undefined {
	const wanted = names.split(',').map((name) => name.trim().toLowerCase());
	const found = wanted.map((name) => [...catalogues.keys()].find((language) => language.toLowerCase() === name));
	const [first, ...others] = new Set([...found, FALLBACK]);
	return first && others.every((each) => each !== undefined) ? [first, ...others] : undefined;
}

export function languageOf(headers: Headers | undefined, languages: Languages): string | undefined {
	const [cookie, accepted] = ['cookie', 'accept-language'].map((name) => headers?.get(name) ?? undefined);
	return requestedLanguage({ cookie, 'accept-language': accepted }, languages);
}

type Places = Readonly<Record<string, string | number>>;

export function findText(language: string, key: string, places: Places): string | undefined {
	const text = catalogues.get(language)?.[key];
	if (text === undefined) return undefined;
	return String(text).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const value = places[name];
		if (value === undefined) throw new Error(`${key} has no value for ${name}`);
		return String(value);
	});
}

export function textIn(language: string, key: TextKey, places: Places = {}): string {
	const text = findText(language, key, places);
	if (text === undefined) throw new Error(`there is no text ${key} in ${language}`);
	return text;
}
