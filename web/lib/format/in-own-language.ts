import type { Said } from '../../../contract/said.ts';
import { language } from './language.ts';

/** Other languages are loaded at the first refusal. English is better than nothing where that fails. */
export async function inOwnLanguage(said: Said, spoken = language): Promise<string> {
	if (spoken === 'en' || said.reason === undefined) return said.message;
	return import('../calls/refusal-texts.ts').then(({ inOwnWords }) => inOwnWords(said)).catch(() => said.message);
}
