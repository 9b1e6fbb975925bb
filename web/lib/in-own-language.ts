import { language } from './language.ts';

/**
 * What the server says, which is English, in the language of this build. Whoever is never refused does not load the
 * sentences; when they cannot be loaded, English is better than nothing.
 */
export async function inOwnLanguage(sentence: string): Promise<string> {
	if (language === 'en') return sentence;
	return import('./translate-refusal.ts').then(
		({ translateRefusal }) => translateRefusal(sentence),
		() => sentence,
	);
}
