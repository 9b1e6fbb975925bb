import english from '../../../contract/texts/en.json' with { type: 'json' };

import { catalogues } from '../../lib/language/language.ts';
import { type Letter, letterWriter, type MailName, type MailWords, type PlacesOf, writeMail } from './letters.ts';

const others = [...catalogues.keys()].filter((language) => language !== 'en');
const words = {
	brand: 'Lootpass',
	platform: 'Roblox',
	currency: 'Robux',
	sign: 'R$',
	contact: 'help@loot.example',
	publicUrl: 'https://loot.example',
	languages: ['en', ...others],
} satisfies MailWords;
const places = {
	role: 'support',
	reason: 'Cheating.',
	text: 'Hello <b>you</b>.',
	order_id: 'W-1',
	amount: '12.50 R$',
	username: 'builder',
	reference: 'C-1',
	claim: 'Island farm (C-1)',
	said: 'The partner says no.',
	why: 'The pass is gone.',
	title: 'Invite team member',
	time: '1 May 2026',
	name: 'My phone',
	lines: 'Rewards: 3',
} satisfies { [Name in MailName]: PlacesOf<Name> }[MailName] & object;
const facts = [...Object.values(places), words.contact];
const names = Object.keys(english).flatMap((key) => (/^mail_(\w+)_subject$/.exec(key)?.[1] as MailName) ?? []);

test.each(others.flatMap((language) => names.map((name) => [name, language] as const)))(
	'the mail %s states the same facts in %s as in English',
	(name, language) => {
		const write = (spoken: string) => letterWriter(words, spoken).letter(name as 'message', places);
		const [one, other] = [write('en'), write(language)];
		const factsIn = (letter: Letter) => facts.filter((fact) => JSON.stringify(letter).includes(fact));
		expect(Boolean(other.button)).toBe(Boolean(one.button));
		expect(factsIn(other)).toEqual(factsIn(one));
		expect(other.subject).not.toBe(one.subject);
	},
);

test("uses the site's first language if the user's language is unknown or not offered", () => {
	const offered = { ...words, languages: ['fr', 'en', 'pt-BR'] } satisfies MailWords;
	for (const stored of [null, 'zz', 'de', 'fr']) expect(letterWriter(offered, stored).language).toBe('fr');
	for (const [stored, language] of [
		['en', 'en'],
		['pt-BR', 'pt-BR'],
		['pt', 'pt-BR'],
	] as const)
		expect(letterWriter(offered, stored).language).toBe(language);
});

test("translates the product's own reasons and leaves an admin's reason as written", () => {
	const { reason } = letterWriter(words, 'de');
	const own = { reason: 'banned-for-chargebacks', message: 'Partners took back 3 …', params: { count: 3 } };
	expect(reason(own)).toContain('3 deiner abgeschlossenen Angebote');
	expect(reason({ message: 'Cheating.' })).toBe('Cheating.');
});

test('the HTML of a mail declares its language and escapes the text', () => {
	const letter = letterWriter(words, 'de').letter('message', places);
	const mail = writeMail(words, 'de', letter, `${words.publicUrl}/claims`);
	expect(mail.html).toContain('<html lang="de" dir="ltr">');
	expect(mail.html).toContain('Hello &lt;b&gt;you&lt;/b&gt;.');
});

test('keeps the paragraphs and braces of text that an admin wrote', () => {
	const { paragraphs } = letterWriter(words, 'en').letter('message', { text: 'One {brand}.\n\nTwo.' });
	expect(paragraphs).toEqual(['One {brand}.', 'Two.']);
});
