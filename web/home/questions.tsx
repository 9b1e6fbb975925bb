import { m } from '../texts/messages.js';

const questions = [
	{ question: m.home_question_free(), answer: m.home_answer_free() },
	{ question: m.home_question_when(), answer: m.home_answer_when() },
	{ question: m.home_question_why_pass(), answer: m.home_answer_why_pass() },
	{ question: m.home_question_not_credited(), answer: m.home_answer_not_credited() },
	{ question: m.home_question_taken_back(), answer: m.home_answer_taken_back() },
	{ question: m.home_question_who_sees(), answer: m.home_answer_who_sees() },
];

export function Questions() {
	return (
		<section aria-labelledby="questions" className="border-t border-line bg-card">
			<div className="mx-auto max-w-5xl px-4 py-14 sm:px-6 lg:py-20">
				<h2 id="questions" className="text-2xl font-extrabold tracking-tight sm:text-3xl">
					{m.home_questions()}
				</h2>
				<div className="mt-6 max-w-3xl divide-y divide-line border-y border-line">
					{questions.map(({ question, answer }) => (
						<details key={question} className="group">
							<summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
								{question}
								<span
									aria-hidden="true"
									className="text-xl text-soft group-open:rotate-45 motion-safe:transition-transform"
								>
									+
								</span>
							</summary>
							<p className="max-w-prose pb-5 text-soft">{answer}</p>
						</details>
					))}
				</div>
			</div>
		</section>
	);
}
