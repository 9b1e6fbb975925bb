import type { Said } from '../../../contract/said.ts';
import { language } from './language.ts';

/**
 * What the server says, in the language of this build. Its own sentences are English; those of other languages are loaded
 * at the first refusal. Where that fails, or a newer server gives other values, English is better than nothing.
 */
export async function inOwnLanguage(said: Said, spoken = language): Promise<string> {
	if (spoken === 'en' || said.reason === undefined) return said.message;
	return import('../calls/refusal-texts.ts').then(({ inOwnWords }) => inOwnWords(said)).catch(() => said.message);
}
