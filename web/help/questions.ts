import { m } from '../texts/messages.js';
import type { HelpAnswer } from '../ui/help/help-answers.ts';

export const questions: readonly HelpAnswer[] = [
	{ id: 'not-credited', question: m.home_question_not_credited(), answer: m.home_answer_not_credited() },
	{ id: 'taken-back', question: m.home_question_taken_back(), answer: m.home_answer_taken_back() },
	{ id: 'survey', question: m.help_question_survey(), answer: m.help_answer_survey() },
	{ id: 'when-paid', question: m.home_question_when(), answer: m.home_answer_when() },
	{ id: 'minimum', question: m.help_question_minimum(), answer: m.help_answer_minimum() },
	{ id: 'pending', question: m.help_question_pending(), answer: m.help_answer_pending() },
	{ id: 'make-pass', question: m.help_question_make_pass(), answer: m.help_answer_make_pass() },
	{ id: 'why-pass', question: m.home_question_why_pass(), answer: m.home_answer_why_pass() },
	{ id: 'free', question: m.home_question_free(), answer: m.home_answer_free() },
	{ id: 'vpn', question: m.help_question_vpn(), answer: m.help_answer_vpn() },
	{ id: 'banned', question: m.help_question_banned(), answer: m.help_answer_banned() },
	{ id: 'hacked', question: m.help_question_hacked(), answer: m.help_answer_hacked() },
	{ id: 'who-sees', question: m.home_question_who_sees(), answer: m.home_answer_who_sees() },
];

/** Words that people type, by id of the answer. */
const synonyms: Readonly<Record<string, string>> = {
	'not-credited': m.help_words_not_credited(),
	'taken-back': m.help_words_taken_back(),
	survey: m.help_words_survey(),
	'when-paid': m.help_words_when_paid(),
	minimum: m.help_words_minimum(),
	pending: m.help_words_pending(),
	'make-pass': m.help_words_make_pass(),
	'why-pass': m.help_words_why_pass(),
	free: m.help_words_free(),
	vpn: m.help_words_vpn(),
	banned: m.help_words_banned(),
	hacked: m.help_words_hacked(),
	'who-sees': m.help_words_who_sees(),
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
	const known = synonyms[id] ?? '';
	const text = `${question} ${answer} ${known}`.toLowerCase();
	const stems = wordsOf(known).filter((word) => word.length >= STEM_LENGTH_MIN);
	return wordsOf(wanted)
		.filter((word) => !ignored.has(word))
		.every((word) => text.includes(word) || stems.some((stem) => word.startsWith(stem)));
}
