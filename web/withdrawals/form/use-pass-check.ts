import { useEffect, useEffectEvent, useRef } from 'react';
import type { CallPayload } from '../../../contract/calls.ts';
import { useCall, useDataClient } from '../../lib/calls/clients.tsx';
import { isPassProblem, problemBeforeSending, type WithdrawForm, type WithdrawFormEvent } from './withdraw-form.ts';
import { problemOf } from './withdraw-problem.ts';

/** Focus events this soon after a check do not repeat it. */
const CHECK_AGAIN_AFTER_MS = 5_000;

type PassCheck = {
	request: Parameters<typeof problemBeforeSending>[0] & CallPayload<'checkPass'>;
	form: WithdrawForm;
	min: number;
	send: (event: WithdrawFormEvent) => void;
};

export function usePassCheck({ request, form, min, send }: PassCheck) {
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
	const onFocus = useEffectEvent(() => {
		if (isPassMissing && Date.now() - checkedAtMs.current > CHECK_AGAIN_AFTER_MS) void check();
	});
	useEffect(() => {
		const listen = () => onFocus();
		addEventListener('focus', listen);
		return () => removeEventListener('focus', listen);
	}, []);

	return {
		check,
		forget() {
			latest.current += 1;
			checkedAtMs.current = Date.now();
		},
	};
}
