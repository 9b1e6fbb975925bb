import '../../ui/tickets/tickets.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { CallPayload, CallResult } from '../../../contract/calls.ts';
import { CLAIM_NOTE_LENGTH_MAX } from '../../../contract/limits.ts';
import type { RefusedReason } from '../../../contract/offerwalls/claims.ts';
import { OFFERS_PAGE_SIZE_MAX } from '../../../contract/offerwalls/offer-filters.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { useCallQuery } from '../../lib/calls/use-call-query.ts';
import { formatAmount, formatMoment } from '../../lib/format/formats.ts';
import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Button, ButtonLink, Notice, Page, RetryNotice, Select, textLinkLook } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { useReplyTime } from '../../ui/help/use-reply-time.ts';
import { useOfferwalls } from '../use-offerwalls.ts';
import { CLAIMS } from './claims-page.tsx';
import { type ChosenPicture, PicturesField } from './pictures-field.tsx';

type Answered = CallResult<'openClaim'>;

type ClaimAnswerProps = { answered: Answered; isSending: boolean; onInsist: (() => void) | undefined };

function ClaimAnswer({ answered, isSending, onInsist }: ClaimAnswerProps) {
	const { reference, answer } = answered;
	const replyTime = useReplyTime('claim_hours');
	return (
		<section aria-labelledby="answer" className="grid gap-4 rounded-card border border-line bg-card p-5 raised sm:p-6">
			<h2 id="answer" tabIndex={-1} className="text-lg font-bold tracking-tight">
				{m.claims_answer()}
			</h2>
			<p>{answerText(answer)}</p>
			{reference && <p className="font-semibold">{`${m.claims_person_looks({ reference })} ${replyTime}`}</p>}
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

type Offer = CallResult<'getOffer'>;

export default function NewClaimPage() {
	const [about] = useSearchParams();
	const offerId = about.get('offer');
	const offer = useOffer(offerId);
	return (
		<Page title={m.claims_new()} lead={m.claims_new_lead()} className="grid max-w-2xl gap-6">
			<ClaimForm key={offerId} offerId={offerId} offer={offer} wallId={about.get('wall')} step={about.get('step')} />
		</Page>
	);
}

/** Users can still claim a reward for a removed offer. */
function useOffer(id: string | null): Offer | undefined {
	const options = { queryKey: ['offer', id], enabled: id !== null, retry: false };
	return useCallQuery('getOffer', { id: id ?? '' }, options).data;
}

type ClaimFormProps = { offerId: string | null; offer: Offer | undefined; wallId: string | null; step: string | null };

function ClaimForm({ offerId, offer, wallId, step }: ClaimFormProps) {
	const { answered, problem, isSending, sendClaim } = useClaimSending();
	const [note, setNote] = useState('');
	const [goal, setGoal] = useState(step ?? '');
	const [wall, setWall] = useState(wallId ?? '');
	const [pictures, setPictures] = useState<ChosenPicture[]>([]);
	const request: CallPayload<'openClaim'> = {
		...(offerId ? { offer_id: offerId } : { wall_id: wall }),
		...(goal && { goal_id: goal }),
		...(note.trim() && { note }),
		...(pictures.length > 0 && { pictures: pictures.map(({ url }) => url) }),
	};
	if (answered) {
		const mayInsist = answered.state === 'answered';
		return (
			<>
				<ClaimAnswer
					answered={answered}
					isSending={isSending}
					onInsist={mayInsist ? () => void sendClaim({ ...request, insist: true }) : undefined}
				/>
				{problem && <Notice tone="error">{problem}</Notice>}
			</>
		);
	}
	return (
		<form
			className="grid gap-5 rounded-card border border-line bg-card p-5 raised sm:p-6"
			onSubmit={(event) => {
				event.preventDefault();
				void sendClaim(request);
			}}
		>
			{offer && <p className="font-semibold [overflow-wrap:anywhere]">{m.claims_about({ name: offer.title })}</p>}
			{!offerId && !wallId && <OwnOfferField />}
			{!offerId && <WallField chosen={wall} onChoose={setWall} />}
			{offer && <StepField offer={offer} chosen={goal} onChoose={setGoal} />}
			<TextArea
				label={m.claims_note()}
				hint={m.claims_note_hint()}
				rows={4}
				maxLength={CLAIM_NOTE_LENGTH_MAX}
				value={note}
				onChange={({ target }) => setNote(target.value)}
			/>
			<PicturesField pictures={pictures} onChange={setPictures} />
			{problem && <Notice tone="error">{problem}</Notice>}
			<Button type="submit" disabled={isSending || (!offerId && wall === '')}>
				{isSending ? m.claims_sending() : m.claims_send()}
			</Button>
		</form>
	);
}

function OwnOfferField() {
	const navigate = useNavigate();
	const { data } = useCallQuery('getMyOffers', { limit: OFFERS_PAGE_SIZE_MAX });
	const offers = data?.items.filter(({ state }) => state !== 'credited') ?? [];
	if (offers.length === 0) return null;
	return (
		<ChoiceField
			label={m.claims_which_offer()}
			none={m.claims_other_offer()}
			options={offers.map(({ offer_id, title }) => ({ id: offer_id, name: title }))}
			chosen=""
			onChoose={(offer) => void navigate(`/claims/new?offer=${offer}`, { replace: true })}
		/>
	);
}

function StepField({ offer, ...choice }: { offer: Offer } & Choice) {
	const steps = offer.goals_list.filter(({ id, state }) => state !== 'credited' || id === choice.chosen);
	if (offer.goals_list.length < 2 || steps.length === 0) return null;
	return (
		<ChoiceField
			label={m.claims_which_step()}
			none={m.claims_any_step()}
			options={steps.map(({ id, title }) => ({ id, name: title }))}
			{...choice}
		/>
	);
}

function useClaimSending() {
	const call = useCall();
	const queries = useQueryClient();
	const [answered, setAnswered] = useState<CallResult<'openClaim'>>();
	const { problem, isSending, send } = useSending(m.claims_failed());
	useEffect(() => {
		if (answered) document.getElementById('answer')?.focus();
	}, [answered]);
	const sendClaim = (request: CallPayload<'openClaim'>) =>
		send(async () => {
			setAnswered(await call('openClaim', request));
			await queries.invalidateQueries({ queryKey: CLAIMS });
		});
	return { answered, problem, isSending, sendClaim };
}

function WallField(choice: Choice) {
	const { chosen } = choice;
	const offerwalls = useOfferwalls();
	const walls = offerwalls.kind === 'ready' ? offerwalls.walls : [];
	const isUnlisted = chosen !== '' && !walls.some(({ id }) => id === chosen);
	return (
		<>
			<ChoiceField
				label={m.claims_which_wall()}
				none={m.claims_choose_wall()}
				options={isUnlisted ? [{ id: chosen, name: chosen }, ...walls] : walls}
				isRequired
				{...choice}
			/>
			{offerwalls.kind === 'failed' && <RetryNotice error={offerwalls.message} onRetry={offerwalls.retry} />}
		</>
	);
}

type Choice = { chosen: string; onChoose: (id: string) => void };
type ChoiceFieldProps = Choice & {
	label: string;
	none: string;
	options: readonly { id: string; name: string }[];
	isRequired?: boolean;
};

function ChoiceField({ label, none, options, isRequired = false, chosen, onChoose }: ChoiceFieldProps) {
	const id = useId();
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="text-sm font-semibold">
				{label}
			</label>
			<Select
				id={id}
				required={isRequired}
				value={chosen}
				onChange={({ target }) => onChoose(target.value)}
				choices={[['', none], ...options.map(({ id, name }) => [id, name] as const)]}
			/>
		</div>
	);
}
