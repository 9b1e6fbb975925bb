import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { words } from '../lib/format/branding.ts';
import { m } from '../texts/messages.js';
import { textLinkLook } from '../ui/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { type HelpAnswer, refusals } from '../ui/help/help-answers.ts';
import { useReplyTime } from '../ui/help/use-reply-time.ts';
import { Page } from '../ui/page.tsx';
import { isAbout, questions } from './questions.ts';

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
