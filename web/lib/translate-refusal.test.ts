import { expect, test } from 'vitest';
import { messages, waitInWords } from '../../contract/messages.ts';
import { authMessages, earnerRefusals, refusals } from '../../contract/refusals.ts';
import { defaultWords } from '../../contract/words.ts';
import { overwriteGetLocale } from '../texts/runtime.js';
import { refusalPairs } from './refusal-texts.ts';
import { translateRefusal } from './translate-refusal.ts';

type Sentence = string | ((...values: never[]) => string) | Record<string, string>;

const ofThePlatform = ['gameAccountGone', 'platformAway', 'userNotFound'];

/** Every sentence that the server can tell an earner, with values as they stand in them. */
const sentences = Object.entries({ ...messages, ...earnerRefusals, auth: authMessages } as Record<string, Sentence>)
	.filter(([key]) => key !== 'internal')
	.flatMap(([key, sentence]) => {
		if (typeof sentence === 'string') return [[key, sentence] as const];
		if (typeof sentence === 'object') return Object.entries(sentence);
		const first = ofThePlatform.includes(key) ? defaultWords.platformName : '12.50 R$';
		return [[key, sentence(...([first, defaultWords.legalContact] as never[]))] as const];
	});

function inGerman<Result>(action: () => Result): Result {
	overwriteGetLocale(() => 'de');
	try {
		return action();
	} finally {
		overwriteGetLocale(() => 'en');
	}
}

test.each(sentences)('%s is told in German', (_key, sentence) => {
	const german = inGerman(() => translateRefusal(sentence));
	expect(german).not.toBe(sentence);
	expect(german).not.toMatch(/\b(the|you|your|this|is|not)\b/);
});

test('in English a translation changes no word', () => {
	expect(sentences.length).toBeGreaterThan(80);
	for (const [, sentence] of sentences) expect(translateRefusal(sentence)).toBe(sentence);
	expect(refusalPairs.length).toBeGreaterThanOrEqual(sentences.length);
});

test('what stands in a sentence is told as well: amounts, times to wait, the reason', () => {
	inGerman(() => {
		expect(translateRefusal(refusals.waitBeforeNextTry(waitInWords(40_000)))).toBe(
			'Zu viele Versuche. Versuche es in 40 Sekunden erneut.',
		);
		expect(translateRefusal(refusals.tooManyWithdrawals(waitInWords(1)))).toContain('in 1 Sekunde erneut');
		expect(translateRefusal(refusals.tooManyPromoCodes(waitInWords(180_000)))).toContain('in 3 Minuten erneut');
		expect(translateRefusal(refusals.orderAlreadyOpen('W-AB(1)'))).toContain('offene Auszahlung (W-AB(1)).');
		expect(translateRefusal(refusals.withdrawalsPaused(refusals.pausedForChargebacks, 'a@b.example'))).toBe(
			'Auszahlungen sind für dein Konto ausgesetzt: Partner haben zu viele deiner letzten Angebote zurückgenommen. Sie öffnen sich von selbst wieder. Dein Guthaben bleibt, wie es ist. Wenn du Fragen hast, schreib an support@lootpass.example.',
		);
		expect(translateRefusal(refusals.banned(refusals.bannedForChargebacks(3), 'a@b.example'))).toContain(
			'Partner haben 3 deiner abgeschlossenen Angebote zurückgenommen.',
		);
	});
});

test('an operator’s own words stay as they are', () => {
	inGerman(() => {
		expect(translateRefusal('Cheating.')).toBe('Cheating.');
		expect(translateRefusal(refusals.banned('Cheating.', 'a@b.example'))).toContain('gesperrt: Cheating. Wenn');
		expect(translateRefusal('')).toBe('');
	});
});
