import { languageFor } from './language.ts';

const available = ['en', 'de'] as const;

test.each([
	['de', 'de'],
	['de-AT,de;q=0.9,en;q=0.8', 'de'],
	['en-GB,en;q=0.9,de;q=0.8', 'en'],
	['fr,de;q=0.5,en;q=0.7', 'en'],
	['fr, DE ; q=0.5', 'de'],
	['fr', 'en'],
	['de;q=0, en;q=0.1', 'en'],
	['*', 'en'],
	['*, de;q=0.5', 'en'],
	['', 'en'],
	[';;,q=,de;q=x', 'en'],
	[`${'fr,'.repeat(10_000)}de`, 'en'],
])('Accept-Language %s yields %s', (accepted, language) => {
	expect(languageFor({ 'accept-language': accepted }, available)).toBe(language);
});

test('a language chosen on the site overrides Accept-Language', () => {
	const accepted = { 'accept-language': 'en' };
	expect(languageFor({ ...accepted, cookie: 'theme=dark; language=de' }, available)).toBe('de');
	expect(languageFor({ ...accepted, cookie: 'language=de' }, available)).toBe('de');
	for (const cookie of ['language=fr', 'language=../../etc', 'no-language=de', 'language=', 'language=deutsch']) {
		expect([cookie, languageFor({ ...accepted, cookie }, available)]).toEqual([cookie, 'en']);
	}
});
