import type { IncomingHttpHeaders } from 'node:http';
import { LANGUAGE_COOKIE } from '../../../contract/accounts/cookies.ts';

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
