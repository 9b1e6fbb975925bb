import type { CallErrorCode } from '../../../contract/errors.ts';
import { WITHDRAW_AMOUNT_MAX, WITHDRAW_AMOUNT_MIN } from '../../../contract/limits.ts';
import { asRobuxCents, requiredPassPrice } from '../../../contract/money.ts';
import {
	checkWithdrawalRequest,
	type WithdrawalProblem,
	type WithdrawalRequest,
} from '../../../contract/withdrawals/withdrawal-rules.ts';
import type { NoPassDetails } from '../../../contract/withdrawals/withdrawals.ts';
import { formatWhole } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';

export type FoundPass = NoPassDetails['passes'][number];

export type WithdrawProblem = { message: string; code: CallErrorCode | undefined; passes?: FoundPass[] | undefined };

export type WithdrawForm = {
	placeId: number | undefined;
	amountText: string;
	correction: 'none' | 'raised' | 'lowered';
	progress:
		| { kind: 'idle' }
		| { kind: 'submitting' }
		| { kind: 'checking' }
		| { kind: 'pass-found'; price: number }
		| { kind: 'success' }
		| { kind: 'error'; problem: WithdrawProblem };
};

export type WithdrawFormEvent =
	| { kind: 'games-loaded'; placeIds: number[] }
	| { kind: 'game-chosen'; placeId: number }
	| { kind: 'amount-typed'; text: string }
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

const isSubmitting = (form: WithdrawForm): boolean => form.progress.kind === 'submitting';

const thousandsMark = formatWhole(1_000).charAt(1);

/** @returns NaN if ambiguous */
export function amountOf(text: string, thousands = thousandsMark): number | undefined {
	const trimmed = text.trim();
	if (trimmed === '') return undefined;
	const isGrouped = /^-?\d{1,3}([.,])(\d{3}\1)*\d{3}(?!\1)([.,]\d*)?$/.exec(trimmed)?.[1] === thousands;
	const plain = (isGrouped ? trimmed.replaceAll(thousands, '') : trimmed).replace(',', '.');
	return /^-?\d*(\.\d{0,2})?$/.test(plain) ? Number(plain) : Number.NaN;
}

type Amount = Pick<WithdrawForm, 'amountText' | 'correction'>;

const raisedTo = (min = WITHDRAW_AMOUNT_MIN): Amount => ({ amountText: String(min), correction: 'raised' });
const lowered: Amount = { amountText: String(WITHDRAW_AMOUNT_MAX), correction: 'lowered' };

function clampTyped(text: string): Amount {
	const digits = text.replace(/[^\d.,-]/g, '').replace(/(?!^)-/g, '');
	return (amountOf(digits) ?? 0) > WITHDRAW_AMOUNT_MAX ? lowered : { amountText: digits, correction: 'none' };
}

/** Corrected on blur only, because a user may type 1 on the way to 100. */
const isBelow = (text: string, min = WITHDRAW_AMOUNT_MIN): boolean => (amountOf(text) ?? min) < min;

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

/** Checks in the order of specification section 5. */
export function problemBeforeSending(
	request: WithdrawalRequest,
	{ isSignedIn, min }: { isSignedIn: boolean; min?: number },
): string | undefined {
	if (!isSignedIn) return m.withdraw_not_logged_in();
	if (Number.isNaN(request.amount)) return m.withdraw_amount_unclear();
	const checked = checkWithdrawalRequest(request, min);
	return 'problem' in checked ? problems[checked.problem] : undefined;
}

/** The server pays each request id at most once. */
export type Attempt = { requestId: string; content: string };

export function continueAttempt(previous: Attempt | undefined, content: string, newId: () => string): Attempt {
	return previous?.content === content ? previous : { requestId: newId(), content };
}

/** True if the server may have accepted the request. */
export function isOutcomeUncertain(code: CallErrorCode | undefined): boolean {
	return code === 'deadline-exceeded' || code === 'internal' || code === 'unknown' || code === 'cancelled';
}

export function isPassProblem({ code }: Pick<WithdrawProblem, 'code'>): boolean {
	return code === 'not-found' || code === 'failed-precondition';
}
