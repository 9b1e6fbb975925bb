import type { CallErrorCode } from '../../contract/errors.ts';
import { WITHDRAW_AMOUNT_MAX, WITHDRAW_AMOUNT_MIN } from '../../contract/limits.ts';
import { asRobuxCents, requiredPassPrice } from '../../contract/money.ts';
import {
	checkWithdrawalRequest,
	type WithdrawalProblem,
	type WithdrawalRequest,
} from '../../contract/withdrawals/withdrawal-rules.ts';
import type { NoPassDetails } from '../../contract/withdrawals/withdrawals.ts';
import { m } from '../texts/messages.js';

export type FoundPass = NoPassDetails['passes'][number];

export type WithdrawProblem = {
	message: string;
	/** The server's code; undefined for what is wrong with the form itself. */
	code: CallErrorCode | undefined;
	/** Those that the game has instead of the wanted one; undefined where nobody has said. */
	passes?: FoundPass[] | undefined;
};

export type WithdrawForm = {
	placeId: number | undefined;
	amountText: string;
	/** What was made of the amount that was typed, for the form to say. */
	correction: 'none' | 'raised' | 'lowered';
	progress:
		| { kind: 'idle' }
		| { kind: 'submitting' }
		| { kind: 'checking' }
		/** The pass for this amount is there; nothing was asked for yet. */
		| { kind: 'pass-found'; price: number }
		| { kind: 'success' }
		| { kind: 'error'; problem: WithdrawProblem };
};

export type WithdrawFormEvent =
	| { kind: 'games-loaded'; placeIds: number[] }
	| { kind: 'game-chosen'; placeId: number }
	| { kind: 'amount-typed'; text: string }
	/** The typing is over: the field was left, or Enter pressed. */
	| { kind: 'amount-left'; min?: number }
	| { kind: 'submitted' }
	| { kind: 'check-begun' }
	| { kind: 'pass-found'; price: number }
	| { kind: 'succeeded' }
	| { kind: 'refused'; problem: WithdrawProblem };

export const emptyWithdrawForm: WithdrawForm = {
	placeId: undefined,
	amountText: '',
	correction: 'none',
	progress: { kind: 'idle' },
};

const idle = { kind: 'idle' } as const;

export function nextWithdrawForm(form: WithdrawForm, event: WithdrawFormEvent): WithdrawForm {
	switch (event.kind) {
		case 'games-loaded': {
			const isStillThere = form.placeId !== undefined && event.placeIds.includes(form.placeId);
			return isStillThere ? form : { ...form, placeId: event.placeIds[0] };
		}
		case 'game-chosen':
			return isSubmitting(form) ? form : { ...form, placeId: event.placeId, progress: idle };
		case 'amount-typed':
			return isSubmitting(form) ? form : { ...form, ...clampTyped(event.text), progress: idle };
		case 'amount-left':
			return isSubmitting(form) || !isBelow(form.amountText, event.min) ? form : { ...form, ...raisedTo(event.min) };
		case 'submitted':
			return { ...form, correction: 'none', progress: { kind: 'submitting' } };
		case 'check-begun':
			return { ...form, correction: 'none', progress: { kind: 'checking' } };
		case 'pass-found':
			return { ...form, progress: event };
		case 'succeeded':
			return { ...form, amountText: '', progress: { kind: 'success' } };
		case 'refused':
			return { ...form, progress: { kind: 'error', problem: event.problem } };
	}
}

function isSubmitting(form: WithdrawForm): boolean {
	return form.progress.kind === 'submitting';
}

/** What was typed as a number; undefined for nothing, NaN for what is no number. */
export function amountOf(text: string): number | undefined {
	const trimmed = text.trim().replace(',', '.');
	return trimmed === '' ? undefined : Number(trimmed);
}

type Amount = Pick<WithdrawForm, 'amountText' | 'correction'>;

const raisedTo = (min = WITHDRAW_AMOUNT_MIN): Amount => ({ amountText: String(min), correction: 'raised' });
const lowered: Amount = { amountText: String(WITHDRAW_AMOUNT_MAX), correction: 'lowered' };

/** Too much is corrected at once: no further digit can make it right. */
function clampTyped(text: string): Amount {
	const kept = text.replace(/[^\d.,-]/g, '').replace(/(?!^)-/g, '');
	return (amountOf(kept) ?? 0) > WITHDRAW_AMOUNT_MAX ? lowered : { amountText: kept, correction: 'none' };
}

/** Too little is corrected only when the typing is over: a 1 may be the start of 100. */
function isBelow(text: string, min = WITHDRAW_AMOUNT_MIN): boolean {
	const amount = amountOf(text);
	return amount !== undefined && amount < min;
}

/** @returns the price the pass must have, in whole R$, or undefined while there is no amount that could be withdrawn. */
export function passPriceFor(amountText: string, min = WITHDRAW_AMOUNT_MIN): number | undefined {
	const amount = amountOf(amountText);
	if (amount === undefined || !Number.isInteger(amount)) return undefined;
	if (amount < min || amount > WITHDRAW_AMOUNT_MAX) return undefined;
	return requiredPassPrice(asRobuxCents(amount * 100));
}

const problems: Record<WithdrawalProblem, string> = {
	'fill-in-all-fields': m.refusal_fill_in_all_fields(),
	'amount-out-of-range': m.refusal_amount_out_of_range(),
	'amount-not-whole': m.refusal_amount_not_whole(),
};

/** @returns what is wrong with a request before anybody is asked, in the specification's order (section 5). */
export function problemBeforeSending(
	request: WithdrawalRequest,
	{ isSignedIn, min }: { isSignedIn: boolean; min?: number },
): string | undefined {
	if (!isSignedIn) return m.withdraw_not_logged_in();
	const checked = checkWithdrawalRequest(request, min);
	return 'problem' in checked ? problems[checked.problem] : undefined;
}

/** One intention to withdraw. The server pays a request id once, however often it is sent. */
export type Attempt = { requestId: string; content: string };

export function continueAttempt(previous: Attempt | undefined, content: string, newId: () => string): Attempt {
	return previous?.content === content ? previous : { requestId: newId(), content };
}

/** Whether the server may have taken the request although no answer says so. */
export function isOutcomeUncertain(code: CallErrorCode | undefined): boolean {
	return code === 'deadline-exceeded' || code === 'internal' || code === 'unknown' || code === 'cancelled';
}

/** Whether another look at the game's passes may end it. */
export function isPassProblem({ code }: Pick<WithdrawProblem, 'code'>): boolean {
	return code === 'not-found' || code === 'failed-precondition';
}
