import type { LocalizedMessage } from '../../../contract/localized-message.ts';
import { orElse } from '../optional.ts';
import { language } from './formats.ts';

/** Loads translations at the first refusal, and falls back to English. */
export async function inOwnLanguage(text: LocalizedMessage, spoken = language): Promise<string> {
	if (spoken === 'en' || text.reason === undefined) return text.message;
	return orElse(
		import('../calls/refusal-texts.ts').then(({ inOwnWords }) => inOwnWords(text)),
		text.message,
	);
}
