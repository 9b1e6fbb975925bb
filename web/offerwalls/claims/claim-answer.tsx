import type { CallResult } from '../../../contract/calls.ts';
import type { RefusedReason } from '../../../contract/offerwalls/claims.ts';
import { formatAmount } from '../../lib/format/amount.ts';
import { formatMoment } from '../../lib/format/moment.ts';
import { m } from '../../texts/messages.js';
import { Button, textLinkLook } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/text-link.tsx';

type Answered = CallResult<'openClaim'>;

type ClaimAnswerProps = { answered: Answered; isSending: boolean; onInsist: (() => void) | undefined };

export function ClaimAnswer({ answered, isSending, onInsist }: ClaimAnswerProps) {
	const { reference, answer } = answered;
	return (
		<section aria-labelledby="answer" className="grid gap-4 rounded-card border border-line bg-card p-5 raised sm:p-6">
			<h2 id="answer" tabIndex={-1} className="text-lg font-bold tracking-tight">
				{m.claims_answer()}
			</h2>
			<p>{answerText(answer)}</p>
			{reference && <p className="font-semibold">{m.claims_person_looks({ reference })}</p>}
			{answer.url && (
				<a href={answer.url} target="_blank" rel="noreferrer" className={textLinkLook}>
					{m.claims_ask_partner()}
				</a>
			)}
			<div className="flex flex-wrap items-center gap-4">
				<ButtonLink to="/claims" look="quiet">
					{m.claims_all()}
				</ButtonLink>
				{onInsist && (
					<Button look="quiet" disabled={isSending} onClick={onInsist}>
						{answer.kind === 'held' || answer.until !== null ? m.claims_report_anyway() : m.claims_not_it()}
					</Button>
				)}
			</div>
		</section>
	);
}

function answerText({ kind, until, reason, amount, name, at }: Answered['answer']): string {
	const paid = formatAmount(amount ?? 0);
	switch (kind) {
		case 'held':
			return until === null
				? m.claims_answer_held_undecided({ amount: paid })
				: m.claims_answer_held({ amount: paid, time: formatMoment(until) });
		case 'refused':
			return refusedTexts[reason as RefusedReason]?.() ?? m.claims_answer_never();
		case 'other-offer':
			return m.claims_answer_other_offer({ amount: paid, name: name ?? '-' });
		case 'taken-back':
			return reason ? m.claims_answer_taken_back_because({ reason }) : m.claims_answer_taken_back();
		case 'credited':
			return m.claims_answer_credited({ amount: paid, time: formatMoment(at ?? 0) });
		case 'never-arrived':
			return until === null ? m.claims_answer_never() : m.claims_answer_too_early({ time: formatMoment(until) });
	}
}

const refusedTexts: Record<RefusedReason, () => string> = {
	'not-eligible': () => m.claims_refused_not_eligible(),
	'nothing-paid': () => m.claims_refused_nothing_paid(),
	'other-amount': () => m.claims_refused_other_amount(),
	'other-user': () => m.claims_refused_other_user(),
	'rejected-before': () => m.claims_refused_rejected_before(),
	'wall-off': () => m.claims_refused_wall_off(),
	'not-understood': () => m.claims_refused_not_understood(),
};
