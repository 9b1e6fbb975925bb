import { knownLanguage, languageFor, readLanguages } from './language.ts';

const available = ['en', 'de', 'pt-BR'] as const;

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
	['pt-BR,pt;q=0.9', 'pt-BR'],
	['pt-pt, de;q=0.9', 'pt-BR'],
	['PT', 'pt-BR'],
	['ptx, de;q=0.5', 'de'],
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
	expect(languageFor({ ...accepted, cookie: 'language=pt-BR' }, available)).toBe('pt-BR');
	for (const cookie of [
		'language=fr',
		'language=pt-BR/x',
		'language=../../etc',
		'no-language=de',
		'language=',
		'language=deutsch',
	]) {
		expect([cookie, languageFor({ ...accepted, cookie }, available)]).toEqual([cookie, 'en']);
	}
});

test.each([
	[null, 'en'],
	['', 'en'],
	['de', 'de'],
	['fr', 'en'],
	['pt', 'pt-BR'],
	['pt-PT', 'pt-BR'],
])("an account's language %s is served as %s", (stored, language) => {
	expect(knownLanguage(stored, available)).toBe(language);
});

test.each([
	['en,de', ['en', 'de']],
	['es', ['es', 'en']],
	[' FR , pt-br,fr', ['fr', 'pt-BR', 'en']],
	['de,en', ['de', 'en']],
	['en,xx', undefined],
	['en,,de', undefined],
	['../en', undefined],
])('LANGUAGES=%s offers %j', (names, offered) => expect(readLanguages(names)).toEqual(offered));
