import { useEffect, useReducer, useRef } from 'react';
import type { CallPayload } from '../../../contract/calls.ts';
import { CallError } from '../../../contract/errors.ts';
import type { NoPassDetails } from '../../../contract/withdrawals/withdrawals.ts';
import { sendApplicationEvent } from '../../lib/application-events.ts';
import { useCall, useDataClient } from '../../lib/calls/clients.tsx';
import { isForeign, messageOf, reasonOf } from '../../lib/calls/refusal.ts';
import { useWindowEvent } from '../../lib/use-window-event.ts';
import { m } from '../../texts/messages.js';
import { useAmountMin } from '../../ui/service-end/use-service-end.ts';
import { type Games, useProcessWithdrawal } from '../api.ts';
import {
	type Attempt,
	amountOf,
	continueAttempt,
	emptyWithdrawForm,
	isPassProblem,
	nextWithdrawForm,
	problemBeforeSending,
	type WithdrawForm,
	type WithdrawFormEvent,
	type WithdrawProblem,
} from './withdraw-form.ts';

/** Messages of specification section 8. */
function problemOf(error: unknown): WithdrawProblem {
	const code = error instanceof CallError ? error.code : undefined;
	if (code === 'unauthenticated') return { message: m.refusal_must_be_logged_in_to_withdraw(), code };
	if (isForeign(error)) return { message: m.refusal_auth_network_request_failed(), code: 'unknown' };
	if (code === 'not-found') return { message: m.refusal_no_pass_found(), code, passes: passesOf(error) };
	if (code === 'failed-precondition') return { message: m.refusal_regional_pricing_on(), code };
	return { message: messageOf(error, m.withdraw_failed_to_submit_withdrawal()), code };
}

function passesOf(error: unknown): NoPassDetails['passes'] | undefined {
	const details = error instanceof CallError ? (error.details as Partial<NoPassDetails> | undefined) : undefined;
	return Array.isArray(details?.passes) ? details.passes : undefined;
}

/** Focus events this soon after a check do not repeat it. */
const CHECK_AGAIN_AFTER_MS = 5_000;

type PassCheck = {
	request: Parameters<typeof problemBeforeSending>[0] & CallPayload<'checkPass'>;
	form: WithdrawForm;
	min: number;
	send: (event: WithdrawFormEvent) => void;
};

function usePassCheck({ request, form, min, send }: PassCheck) {
	const isSignedIn = useDataClient() !== undefined;
	const call = useCall();
	/** Incremented by checks and form changes, to discard stale responses. */
	const latest = useRef(0);
	const checkedAtMs = useRef(0);

	async function check(): Promise<void> {
		const message = problemBeforeSending(request, { isSignedIn, min });
		if (message) return send({ kind: 'refused', problem: { message, code: undefined } });
		latest.current += 1;
		const mine = latest.current;
		checkedAtMs.current = Date.now();
		send({ kind: 'check-begun' });
		const answer = await call('checkPass', request).then(
			({ price }): WithdrawFormEvent => ({ kind: 'pass-found', price }),
			(error): WithdrawFormEvent => ({ kind: 'refused', problem: problemOf(error) }),
		);
		if (latest.current === mine) send(answer);
	}

	const isPassMissing = form.progress.kind === 'error' && isPassProblem(form.progress.problem);
	useWindowEvent('focus', () => {
		if (isPassMissing && Date.now() - checkedAtMs.current > CHECK_AGAIN_AFTER_MS) void check();
	});

	return {
		check,
		forget() {
			latest.current += 1;
			checkedAtMs.current = Date.now();
		},
	};
}

export function useWithdrawForm(username: string | null, games: Games) {
	const data = useDataClient();
	const { mutateAsync: processWithdrawal } = useProcessWithdrawal();
	const min = useAmountMin();
	const [form, send] = useReducer(nextWithdrawForm, emptyWithdrawForm);
	const attempt = useRef<Attempt>(undefined);
	const isUnderWay = useRef(false);
	/** The amount when the button was pressed, before the field lost the focus and corrected it. */
	const pressedAt = useRef<string>(undefined);

	const loaded = games.kind === 'ready' ? games.games : undefined;
	useEffect(() => {
		if (loaded) send({ kind: 'games-loaded', placeIds: loaded.map((game) => game.PlaceID) });
	}, [loaded]);

	const requestOf = (amountText: string) => ({
		roblox_username: username,
		placeId: form.placeId ?? null,
		amount: amountOf(amountText),
	});
	const { check, forget } = usePassCheck({ request: requestOf(form.amountText), form, min, send });

	async function submit(given?: number): Promise<void> {
		// A double click arrives before the disabled button renders.
		if (isUnderWay.current) return;
		const { amountText } =
			given === undefined ? nextWithdrawForm(form, { kind: 'amount-left', min }) : { amountText: String(given) };
		const shownText = given === undefined ? (pressedAt.current ?? form.amountText) : amountText;
		pressedAt.current = undefined;
		// Never send an amount that the user has not seen.
		if (amountText !== shownText) return send({ kind: 'amount-left', min });
		forget();
		if (given !== undefined) send({ kind: 'amount-typed', text: amountText });
		const request = requestOf(amountText);
		const isSignedIn = data !== undefined;
		const message = problemBeforeSending(request, { isSignedIn, min });
		const code = isSignedIn ? undefined : 'unauthenticated';
		if (message) return send({ kind: 'refused', problem: { message, code } });

		attempt.current = continueAttempt(attempt.current, JSON.stringify(request), () => crypto.randomUUID());
		isUnderWay.current = true;
		send({ kind: 'submitted' });
		try {
			await processWithdrawal({ ...request, requestId: attempt.current.requestId });
			attempt.current = undefined;
			send({ kind: 'succeeded' });
		} catch (error) {
			send({ kind: 'refused', problem: problemOf(error) });
			if (reasonOf(error) === 'game-account-unproven') sendApplicationEvent('game-account-proof-wanted');
		} finally {
			isUnderWay.current = false;
		}
	}

	return {
		form,
		chooseGame(placeId: number) {
			forget();
			send({ kind: 'game-chosen', placeId });
		},
		typeAmount(text: string) {
			forget();
			send({ kind: 'amount-typed', text });
		},
		check,
		leaveAmount: () => send({ kind: 'amount-left', min }),
		beginPress() {
			pressedAt.current = form.amountText;
		},
		forgetPress() {
			pressedAt.current = undefined;
		},
		submit,
	};
}
