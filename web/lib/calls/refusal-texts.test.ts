import { defaultBranding } from '../../../contract/branding.ts';
import type { LocalizedMessage } from '../../../contract/localized-message.ts';
import {
	listSpokenReasons,
	type ParamsOf,
	type PlainReason,
	reasonMessageOf,
	refusal,
	type SpokenReason,
} from '../../../contract/refusals.ts';
import { type Locale, locales, overwriteGetLocale } from '../../texts/runtime.js';
import { inOwnLanguage } from '../format/in-own-language.ts';
import { inOwnWords } from './refusal-texts.ts';

const { currencySign: currency, platformName: platform, legalContact: contact } = defaultBranding;
const examples: { [R in Exclude<SpokenReason, PlainReason>]: ParamsOf<R> } = {
	'balance-too-small': { balance: 1234.5, currency },
	'balance-below-zero': { balance: -0.01, currency },
	'above-daily-cap': { left: 20, currency },
	'order-already-open': { orderId: 'W-AB(1)' },
	'gift-card-amount': { min: 50, max: 1500 },
	'withdrawal-open': { orderId: 'W-1' },
	'game-account-gone': { platform },
	'game-account-unproven': { platform },
	'platform-away': { platform },
	'user-not-found': { platform },
	'banned-for-chargebacks': { count: 3 },
	banned: { why: reasonMessageOf('Partners took back 3 of your completed offers.'), contact },
	paused: { why: reasonMessageOf(refusal('paused-for-chargebacks').message), contact },
	'too-many-withdrawals': { seconds: 1 },
	'too-many-promo-codes': { seconds: 180 },
	'too-many-claims': { seconds: 180 },
	'too-many-messages': { seconds: 180 },
	'claim-open': { reference: 'C-AB(1)' },
	'too-many-attempts': { seconds: 40 },
};
const reasons = listSpokenReasons();
const refused = (reason: SpokenReason) => refusal(reason as 'banned', examples[reason as 'banned']);

afterEach(() => overwriteGetLocale(() => 'en'));

const translations = locales.filter((locale) => locale !== 'en');

function spoken(locale: Locale, words: LocalizedMessage): string {
	overwriteGetLocale(() => locale);
	return inOwnWords(words);
}

test.each(reasons)("%s has the server's English text and a translation into every language", async (reason) => {
	const { message } = refused(reason);
	expect(inOwnWords(refused(reason))).toBe(message);
	expect(message).not.toMatch(/[{}]/);
	for (const locale of translations) {
		const translated = spoken(locale, refused(reason));
		expect(translated).not.toMatch(/\b(the|you|your|this|is|not|undefined|object)\b/i);
		expect(translated).not.toBe(message);
	}
});

test('German texts fill in amounts, wait times, reasons and names', () => {
	const german = (reason: SpokenReason) => spoken('de', refused(reason));
	expect(reasons.length).toBeGreaterThan(80);
	expect(german('balance-too-small')).toContain('1234.50 R$');
	expect(german('balance-below-zero')).toContain('-0.01 R$');
	expect(german('above-daily-cap')).toContain('noch 20.00 R$');
	expect(german('too-many-attempts')).toBe('Zu viele Versuche. Versuche es in 40 Sekunden noch einmal.');
	expect(german('too-many-withdrawals')).toContain('in 1 Sekunde noch einmal');
	expect(german('too-many-promo-codes')).toContain('in 3 Minuten noch einmal');
	expect(german('order-already-open')).toContain('offene Auszahlung (W-AB(1)).');
	expect(german('platform-away')).toMatch(/^Roblox antwortet/);
	expect(german('paused')).toBe(
		'Auszahlungen sind für dein Konto pausiert: Partner haben zu viele deiner letzten Belohnungen zurückgenommen. Auszahlungen gehen automatisch weiter, sobald der Anteil sinkt. Dein Guthaben ist sicher. Wenn du Fragen hast, schreib an support@lootpass.example.',
	);
	expect(german('banned')).toContain('gesperrt: Partner haben 3 deiner abgeschlossenen Angebote zurückgenommen. Um');
});

test("a German page keeps admins' own words and unknown reasons in English", async () => {
	overwriteGetLocale(() => 'de');
	expect(await inOwnLanguage(refusal('payouts-off'), 'de')).toMatch(/^Auszahlungen sind gerade/);
	expect(await inOwnLanguage(refusal('banned', { why: reasonMessageOf('Cheating.'), contact }), 'de')).toContain(
		'gesperrt: Cheating. Um',
	);
	// A newer server may send reasons or parameters that this page does not know.
	for (const identity of [{ reason: 'newer' }, { reason: 'balance-too-small' }, { reason: 'toString' }, {}]) {
		expect(await inOwnLanguage({ message: 'As it is.', ...identity }, 'de')).toBe('As it is.');
	}
});
