import type { Said } from '../../../contract/said.ts';
import { language } from './language.ts';

/** Loads translations at the first refusal, and falls back to English. */
export async function inOwnLanguage(said: Said, spoken = language): Promise<string> {
	if (spoken === 'en' || said.reason === undefined) return said.message;
	return import('../calls/refusal-texts.ts').then(({ inOwnWords }) => inOwnWords(said)).catch(() => said.message);
}
