import type { IncomingHttpHeaders } from 'node:http';
import { LANGUAGE_COOKIE } from '../../../contract/accounts/cookies.ts';

/** What a visitor has chosen. The page sets it; it says nothing about the user, and lives for a year. */
const CHOICE = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-z]{2,3})\\s*(?:;|$)`);
/** Longer lists of languages are no browser's. */
const ACCEPTED_LENGTH_MAX = 500;

type Asking = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>;

/** The first where nobody asks for one that there is. */
export function languageFor(headers: Asking, available: readonly [string, ...string[]]): string {
	return languageAsked(headers, available) ?? available[0];
}

/** Chosen here, or `Accept-Language` (RFC 9110 section 12.5.4). */
export function languageAsked(headers: Asking, available: readonly string[]): string | undefined {
	const chosen = CHOICE.exec(headers.cookie ?? '')?.[1];
	if (chosen !== undefined && available.includes(chosen)) return chosen;
	const accepted = (headers['accept-language'] ?? '').slice(0, ACCEPTED_LENGTH_MAX).split(',').map(readAccepted);
	// Sorting keeps the order of what is wanted alike.
	for (const { language } of accepted.filter(({ weight }) => weight > 0).sort((one, two) => two.weight - one.weight)) {
		if (language === '*') break;
		if (available.includes(language)) return language;
	}
	return undefined;
}

/** `de-AT;q=0.8` -> `de`, 0.8. */
function readAccepted(part: string): { language: string; weight: number } {
	const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
	const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
	return { language: tag.split('-', 1)[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 };
}
