import { expect, test } from 'vitest';
import { english } from './english.ts';
import { german } from './german.ts';
import { type Letter, writeMail } from './letter.ts';
import { lettersIn } from './letters.ts';

const words = {
	brand: 'Lootpass',
	publicUrl: 'https://loot.example',
	legalContact: 'help@loot.example',
	currencySign: 'R$',
};
/** Whatever a letter reads of what it is about. */
const about = {
	role: 'support',
	isOn: true,
	isBanned: true,
	message: 'Cheating.',
	text: 'Hello <b>you</b>.',
	order_id: 'W-1',
	amount: 12.5,
	username: 'builder',
	reference: 'C-1',
	offer: 'Island farm',
	by: 'us' as const,
	said: 'The partner says no.',
};
const facts = ['W-1', '12.50 R$', '@builder', 'C-1', 'Island farm', about.said, about.message, words.legalContact];
type AnyLetter = (given: typeof words, of: typeof about) => Letter;

test.each(Object.keys(english) as (keyof typeof english)[])('%s says the same in both languages', (name) => {
	const [one, other] = [english[name], german[name]].map((letter) => (letter as AnyLetter)(words, about));
	expect(other?.subject).not.toBe(one?.subject);
	expect(Boolean(other?.button)).toBe(Boolean(one?.button));
	const factsIn = (letter: Letter | undefined) => facts.filter((fact) => JSON.stringify(letter).includes(fact));
	expect(factsIn(other)).toEqual(factsIn(one));
});

test('a person whose language nobody knows, or who asks for one that there is not, is written to in English', () => {
	for (const kept of [null, 'fr']) expect(lettersIn(kept).language).toBe('en');
	expect(lettersIn('de').language).toBe('de');
});

test('an own reason is said in German, and what a person wrote as they wrote it', () => {
	const own = { reason: 'banned-for-chargebacks', message: 'Partners took back 3 …', params: { count: 3 } };
	expect(german.banned(words, own).paragraphs[0]).toContain('3 deiner abgeschlossenen Angebote');
	expect(german.banned(words, { message: 'Cheating.' }).paragraphs[0]).toContain('Cheating.');
});

test('a mail says which language it is in, and everything in it is text', () => {
	const mail = writeMail(words, 'de', german.message(words, about), `${words.publicUrl}/claims`);
	expect(mail.html).toContain('<html lang="de">');
	expect(mail.html).toContain('Hello &lt;b&gt;you&lt;/b&gt;.');
});
