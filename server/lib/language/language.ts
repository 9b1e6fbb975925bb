import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { basename, join } from 'node:path';
import { LANGUAGE_COOKIE } from '../../../contract/accounts/cookies.ts';
import type english from '../../../contract/texts/en.json';

const CHOICE = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*)\\s*(?:;|$)`);
const ACCEPTED_LENGTH_MAX = 500;

/** The first is for visitors whose browsers prefer none of them. */
export type Languages = readonly [string, ...string[]];
type LanguageHeaders = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>;

export function languageFor(headers: LanguageHeaders, available: Languages): string {
	return requestedLanguage(headers, available) ?? available[0];
}

export function knownLanguage(language: string | null | undefined, available: Languages): string {
	return closest(language ?? '', available) ?? available[0];
}

export function requestedLanguage(headers: LanguageHeaders, available: Languages): string | undefined {
	const chosen = closest(CHOICE.exec(headers.cookie ?? '')?.[1] ?? '', available);
	if (chosen !== undefined) return chosen;
	const accepted = (headers['accept-language'] ?? '').slice(0, ACCEPTED_LENGTH_MAX).split(',').map(readAccepted);
	for (const { language } of accepted.filter(({ weight }) => weight > 0).sort((one, two) => two.weight - one.weight)) {
		if (language === '*') break;
		const found = closest(language, available);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Another region's variant is better than another language. */
function closest(tag: string, available: Languages): string | undefined {
	const wanted = tag.toLowerCase();
	const spoken = (each: string) => each.toLowerCase().split('-', 1)[0];
	return (
		available.find((each) => each.toLowerCase() === wanted) ?? available.find((each) => spoken(each) === spoken(wanted))
	);
}

function readAccepted(part: string): { language: string; weight: number } {
	const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
	const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
	return { language: tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

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
