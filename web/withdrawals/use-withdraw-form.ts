import { useEffect, useReducer, useRef } from 'react';
import { CallError } from '../../contract/errors.ts';
import type { NoPassDetails } from '../../contract/withdrawals/withdrawals.ts';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useDataClient } from '../lib/calls/clients.tsx';
import { isForeign, messageOf, reasonOf } from '../lib/calls/refusal.ts';
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

export function useWithdrawForm(username: string | null, games: Games) {
	const data = useDataClient();
	const { mutateAsync: processWithdrawal } = useProcessWithdrawal();
	const [form, send] = useReducer(nextWithdrawForm, emptyWithdrawForm);
	const attempt = useRef<Attempt>(undefined);
	const isUnderWay = useRef(false);
	/** The amount that stood there when a finger went down on the button, before the field was left for that. */
	const pressedAt = useRef<string>(undefined);

	const loaded = games.kind === 'ready' ? games.games : undefined;
	useEffect(() => {
		if (loaded) send({ kind: 'games-loaded', placeIds: loaded.map((game) => game.PlaceID) });
	}, [loaded]);

	async function submit(): Promise<void> {
		// The second half of a double click arrives before the disabled button is drawn.
		if (isUnderWay.current) return;
		const { amountText } = nextWithdrawForm(form, { kind: 'amount-left' });
		const seen = pressedAt.current ?? form.amountText;
		pressedAt.current = undefined;
		// Nobody sends an amount that they have not seen: it stands there now, and the next time it is sent.
		if (amountText !== seen) return send({ kind: 'amount-left' });
		const request = { roblox_username: username, placeId: form.placeId ?? null, amount: amountOf(amountText) };
		const isSignedIn = data !== undefined;
		const message = problemBeforeSending(request, { isSignedIn });
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
		chooseGame: (placeId: number) => send({ kind: 'game-chosen', placeId }),
		typeAmount: (text: string) => send({ kind: 'amount-typed', text }),
		leaveAmount: () => send({ kind: 'amount-left' }),
		beginPress() {
			pressedAt.current = form.amountText;
		},
		/** A key begins anew: what was pressed with a finger before has come to nothing. */
		forgetPress() {
			pressedAt.current = undefined;
		},
		submit,
	};
}

/** The specification's sentence for a refused withdrawal (section 8). Two codes have their own, all others speak for themselves. */
function problemOf(error: unknown): WithdrawProblem {
	const code = error instanceof CallError ? error.code : undefined;
	if (code === 'unauthenticated') return { message: m.refusal_must_be_logged_in_to_withdraw(), code };
	if (isForeign(error)) return { message: m.common_unreachable(), code: 'unknown' };
	if (code === 'not-found') return { message: m.withdraw_no_pass_found(), code, passes: passesOf(error) };
	if (code === 'failed-precondition') return { message: m.withdraw_regional_pricing_on(), code };
	return { message: messageOf(error, m.withdraw_failed_to_submit_withdrawal()), code };
}

function passesOf(error: unknown): NoPassDetails['passes'] | undefined {
	const details = error instanceof CallError ? (error.details as Partial<NoPassDetails> | undefined) : undefined;
	return Array.isArray(details?.passes) ? details.passes : undefined;
}
