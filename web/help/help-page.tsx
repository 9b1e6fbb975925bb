import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { words } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { Field, Page, textLinkLook } from '../ui/basics.tsx';
import { type HelpAnswer, refusals } from '../ui/help/help-answers.ts';
import { useReplyTime } from '../ui/help/use-reply-time.ts';

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

const questions: readonly HelpAnswer[] = known.map(([id, question, answer]) => ({ id, question, answer }));

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
function isAbout({ id, question, answer }: HelpAnswer, wanted: string): boolean {
	const others = synonyms[id] ?? '';
	const text = `${question} ${answer} ${others}`.toLowerCase();
	const stems = wordsOf(others).filter((word) => word.length >= STEM_LENGTH_MIN);
	return wordsOf(wanted)
		.filter((word) => !ignored.has(word))
		.every((word) => text.includes(word) || stems.some((stem) => word.startsWith(stem)));
}

export default function HelpPage() {
	const [wanted, setWanted] = useState('');
	const replyTime = useReplyTime();
	const found = (answers: readonly HelpAnswer[]) => answers.filter((each) => isAbout(each, wanted));
	const [matching, refused] = [found(questions), found(refusals)];
	return (
		<Page title={m.help_title()} lead={m.help_lead()} className="max-w-3xl">
			<search>
				<Field
					label={m.help_search()}
					type="search"
					autoComplete="off"
					value={wanted}
					onChange={(event) => setWanted(event.currentTarget.value)}
					hint={wanted && m.help_found({ count: matching.length + refused.length })}
				/>
			</search>
			<Answers title={m.home_questions()} answers={matching} />
			<Answers title={m.help_when_it_says_no()} answers={refused} />
			{matching.length + refused.length === 0 && <p className="mt-8 text-soft">{m.help_nothing_found()}</p>}
			<section className="mt-10 rounded-card bg-tint p-5 sm:p-6">
				<h2 className="font-bold tracking-tight">{m.help_ask_a_person()}</h2>
				<p className="mt-2 text-soft">
					{replyTime} {m.help_have_the_reference_ready()}
				</p>
				<p className="mt-2 flex flex-wrap gap-x-6">
					<a href={words.communityChatUrl} target="_blank" rel="noreferrer" className={contactLook}>
						{m.common_ask_in_the_community_chat()}
					</a>
					<Link to="/threads/new" className={contactLook}>
						{m.threads_new()}
					</Link>
					<a href={`mailto:${words.legalContact}`} className={contactLook}>
						{words.legalContact}
					</a>
				</p>
			</section>
		</Page>
	);
}

const contactLook = `${textLinkLook} inline-flex min-h-11 items-center [overflow-wrap:anywhere]`;

function Answers({ title, answers }: { title: string; answers: readonly HelpAnswer[] }) {
	const { hash } = useLocation();
	if (answers.length === 0) return null;
	return (
		<section className="mt-6">
			<h2 className="text-xl font-extrabold tracking-tight">{title}</h2>
			<div className="mt-2 divide-y divide-line border-y border-line">
				{answers.map(({ id, question, answer }) => (
					<details
						key={id}
						id={id}
						open={hash === `#${id}` || undefined}
						ref={hash === `#${id}` ? bringIntoView : undefined}
						className="group scroll-mt-32"
					>
						<summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
							<span className="min-w-0 [overflow-wrap:anywhere]">{question}</span>
							<span aria-hidden="true" className="text-xl text-soft group-open:rotate-45">
								+
							</span>
						</summary>
						<p className="max-w-prose pb-5 text-soft">{answer}</p>
					</details>
				))}
			</div>
		</section>
	);
}

function bringIntoView(answer: HTMLElement | null): void {
	answer?.scrollIntoView();
}
