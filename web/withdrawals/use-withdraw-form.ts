import { useEffect, useReducer, useRef } from 'react';
import { CallError } from '../../contract/errors.ts';
import type { NoPassDetails } from '../../contract/withdrawals/withdrawals.ts';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useDataClient } from '../lib/calls/clients.tsx';
import { messageOf, reasonOf } from '../lib/calls/refusal.ts';
import { m } from '../texts/messages.js';
import { type Games, useProcessWithdrawal } from './api.ts';
import {
	type Attempt,
	amountOf,
	continueAttempt,
	emptyWithdrawForm,
	nextWithdrawForm,
	problemBeforeSending,
	type WithdrawProblem,
} from './withdraw-form.ts';

const TYPING_PAUSE_MS = 1_200;

export function useWithdrawForm(username: string | null, games: Games) {
	const data = useDataClient();
	const { mutateAsync: processWithdrawal } = useProcessWithdrawal();
	const [form, send] = useReducer(nextWithdrawForm, emptyWithdrawForm);
	const attempt = useRef<Attempt>(undefined);
	const isUnderWay = useRef(false);
	const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

	const loaded = games.kind === 'ready' ? games.games : undefined;
	useEffect(() => {
		if (loaded) send({ kind: 'games-loaded', placeIds: loaded.map((game) => game.PlaceID) });
	}, [loaded]);
	useEffect(() => () => clearTimeout(pause.current), []);

	async function submit(): Promise<void> {
		// The second half of a double click arrives before the disabled button is drawn.
		if (isUnderWay.current) return;
		clearTimeout(pause.current);
		const after = nextWithdrawForm(form, { kind: 'submitted' });
		const request = { roblox_username: username, placeId: form.placeId ?? null, amount: amountOf(after.amountText) };
		const problem = problemBeforeSending(request, { isSignedIn: data !== undefined });
		if (problem) return send({ kind: 'refused', problem: { message: problem, code: undefined, passes: [] } });

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
		chooseGame: (placeId: number) => send({ kind: 'game-chosen', placeId }),
		typeAmount(text: string) {
			send({ kind: 'amount-typed', text });
			clearTimeout(pause.current);
			pause.current = setTimeout(() => send({ kind: 'amount-left' }), TYPING_PAUSE_MS);
		},
		leaveAmount() {
			clearTimeout(pause.current);
			send({ kind: 'amount-left' });
		},
		submit,
	};
}

/** The specification's sentence for a refused withdrawal (section 8). Two codes have their own, all others speak for themselves. */
function problemOf(error: unknown): WithdrawProblem {
	const code = error instanceof CallError ? error.code : undefined;
	if (code === 'not-found') return { message: m.withdraw_no_pass_found(), code, passes: passesOf(error) };
	if (code === 'failed-precondition') return { message: m.withdraw_regional_pricing_on(), code, passes: [] };
	return { message: messageOf(error, m.withdraw_failed_to_submit_withdrawal()), code, passes: [] };
}

function passesOf(error: unknown): NoPassDetails['passes'] {
	const details = error instanceof CallError ? (error.details as Partial<NoPassDetails> | undefined) : undefined;
	return Array.isArray(details?.passes) ? details.passes : [];
}
