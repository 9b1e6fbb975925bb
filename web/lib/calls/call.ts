import type { CallName, CallPayload, CallResult } from '../../../contract/calls.ts';
import { CallError } from '../../../contract/errors.ts';
import { m } from '../../texts/messages.js';
import type { AuthorisedFetch } from './authorised-fetch.ts';
import { refusalFrom } from './refusal.ts';

/** Specification section 9. The server may still complete the call after the timeout. */
export const CALL_TIMEOUT_MS = 70_000;

export type Call = <Name extends CallName>(
	name: Name,
	payload: CallPayload<Name>,
	signal?: AbortSignal,
) => Promise<CallResult<Name>>;

/** @throws CallError, `internal` without a response and `deadline-exceeded` after the timeout */
export function createCall(authorisedFetch: AuthorisedFetch, timeoutMs = CALL_TIMEOUT_MS): Call {
	return async (name, payload, signal) => {
		const timeout = AbortSignal.timeout(timeoutMs);
		try {
			const answer = await authorisedFetch(`/api/${name}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ data: payload ?? null }),
				signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
			});
			return (await resultOf(answer.status, await readJson(answer))) as CallResult<typeof name>;
		} catch (error) {
			if (error instanceof CallError) throw error;
			if (timeout.aborted) throw new CallError('deadline-exceeded', { message: m.common_no_answer() });
			if (signal?.aborted) throw error;
			throw new CallError('internal', { message: m.refusal_auth_network_request_failed() });
		}
	};
}

async function resultOf(httpStatus: number, body: unknown): Promise<unknown> {
	const isError =
		httpStatus < 200 || httpStatus > 299 || (typeof body === 'object' && body !== null && 'error' in body);
	if (isError) throw await refusalFrom(httpStatus, body);
	if (typeof body === 'object' && body !== null) {
		if ('data' in body) return body.data;
		if ('result' in body) return body.result;
	}
	throw new CallError('internal', { message: '' });
}

async function readJson(answer: Response): Promise<unknown> {
	const text = await answer.text();
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
