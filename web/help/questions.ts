import { m } from '../texts/messages.js';
import type { HelpAnswer } from '../ui/help/help-answers.ts';

/** Id, question, answer, and other words that people type. */
const known = [
	['not-credited', m.home_question_not_credited(), m.home_answer_not_credited(), m.help_words_not_credited()],
	['taken-back', m.home_question_taken_back(), m.home_answer_taken_back(), m.help_words_taken_back()],
	['survey', m.help_question_survey(), m.help_answer_survey(), m.help_words_survey()],
	['when-paid', m.home_question_when(), m.home_answer_when(), m.help_words_when_paid()],
	['minimum', m.help_question_minimum(), m.help_answer_minimum(), m.help_words_minimum()],
	['pending', m.help_question_pending(), m.help_answer_pending(), m.help_words_pending()],
	['make-pass', m.help_question_make_pass(), m.help_answer_make_pass(), m.help_words_make_pass()],
	['why-pass', m.home_question_why_pass(), m.home_answer_why_pass(), m.help_words_why_pass()],
	['free', m.home_question_free(), m.home_answer_free(), m.help_words_free()],
	['vpn', m.help_question_vpn(), m.help_answer_vpn(), m.help_words_vpn()],
	['banned', m.help_question_banned(), m.help_answer_banned(), m.help_words_banned()],
	['hacked', m.help_question_hacked(), m.help_answer_hacked(), m.help_words_hacked()],
	['who-sees', m.home_question_who_sees(), m.home_answer_who_sees(), m.help_words_who_sees()],
] as const;

export const questions: readonly HelpAnswer[] = known.map(([id, question, answer]) => ({ id, question, answer }));

const synonyms: Readonly<Record<string, string>> = {
	...Object.fromEntries(known.map(([id, , , words]) => [id, words])),
	'email-not-verified': m.help_words_email(),
	'out-of-stock': m.help_words_out_of_stock(),
	'username-taken': m.help_words_username(),
	'game-account-gone': m.help_words_username(),
	'promo-unknown': m.help_words_promo(),
	'promo-used': m.help_words_promo(),
};

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const ignored = new Set(wordsOf(m.help_words_ignored()));
const STEM_LENGTH_MIN = 4;

/** A longer form of a synonym matches, too: "refunds" finds "refund". */
export function isAbout({ id, question, answer }: HelpAnswer, wanted: string): boolean {
	const others = synonyms[id] ?? '';
	const text = `${question} ${answer} ${others}`.toLowerCase();
	const stems = wordsOf(others).filter((word) => word.length >= STEM_LENGTH_MIN);
	return wordsOf(wanted)
		.filter((word) => !ignored.has(word))
		.every((word) => text.includes(word) || stems.some((stem) => word.startsWith(stem)));
}
