import type { IncomingHttpHeaders } from 'node:http';
import { LANGUAGE_COOKIE } from '../../../contract/accounts/cookies.ts';

const CHOICE = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-z]{2,3})\\s*(?:;|$)`);
const ACCEPTED_LENGTH_MAX = 500;

type LanguageHeaders = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>;

export function languageFor(headers: LanguageHeaders, available: readonly [string, ...string[]]): string {
	return requestedLanguage(headers, available) ?? available[0];
}

export function requestedLanguage(headers: LanguageHeaders, available: readonly string[]): string | undefined {
	const chosen = CHOICE.exec(headers.cookie ?? '')?.[1];
	if (chosen !== undefined && available.includes(chosen)) return chosen;
	const accepted = (headers['accept-language'] ?? '').slice(0, ACCEPTED_LENGTH_MAX).split(',').map(readAccepted);
	for (const { language } of accepted.filter(({ weight }) => weight > 0).sort((one, two) => two.weight - one.weight)) {
		if (language === '*') break;
		if (available.includes(language)) return language;
	}
	return undefined;
}

function readAccepted(part: string): { language: string; weight: number } {
	const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
	const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
	return { language: tag.split('-', 1)[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 };
}
