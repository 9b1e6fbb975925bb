import { useCallback } from 'react';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { withdrawAmountMin } from '../../../contract/limits.ts';
import { attempt } from '../../lib/attempt.ts';
import type { Call } from '../../lib/calls/call.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { useRequest } from '../../lib/calls/use-request.ts';

const KEY = 'service-end';
const FRESH_MS = 5 * MINUTE_MS;

let pending: Promise<number | null> | undefined;
let latest: number | null | undefined;

/** Sends at most one request in five minutes per tab. */
export function useServiceEnd(): number | null | undefined {
	const call = useCall();
	const { answer = latest } = useRequest(useCallback(() => readServiceEnd(call), [call]));
	return answer;
}

/** In whole R$. */
export const useAmountMin = (): number => withdrawAmountMin(useServiceEnd());

async function readServiceEnd(call: Call): Promise<number | null> {
	const stored = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
	latest = stored?.untilMs > Date.now() ? (stored.endsAt as number | null) : await requestOnce(call);
	return latest;
}

function requestOnce(call: Call): Promise<number | null> {
	pending ??= request(call).finally(() => {
		pending = undefined;
	});
	return pending;
}

async function request(call: Call): Promise<number | null> {
	const { ends_at: endsAt } = await call('getWindDown', null);
	attempt(() => sessionStorage.setItem(KEY, JSON.stringify({ endsAt, untilMs: Date.now() + FRESH_MS })));
	return endsAt;
}
