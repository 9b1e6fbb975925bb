import { useEffect, useReducer, useRef } from 'react';
import { sendApplicationEvent } from '../../lib/application-events.ts';
import { useDataClient } from '../../lib/calls/clients.tsx';
import { reasonOf } from '../../lib/calls/refusal.ts';
import { useAmountMin } from '../../ui/service-end/use-service-end.ts';
import { type Games, useProcessWithdrawal } from '../api.ts';
import { usePassCheck } from './use-pass-check.ts';
import {
	type Attempt,
	amountOf,
	continueAttempt,
	emptyWithdrawForm,
	nextWithdrawForm,
	problemBeforeSending,
} from './withdraw-form.ts';
import { problemOf } from './withdraw-problem.ts';

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
