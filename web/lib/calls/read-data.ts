import { CallError } from '../../../contract/errors.ts';
import { m } from '../../texts/messages.js';
import type { AuthorisedFetch } from './authorised-fetch.ts';
import { refusalFrom } from './refusal.ts';

/** The body is unread. @throws CallError if the server refuses, or `unavailable` if it cannot be reached */
export type ReadData = (address: string, signal?: AbortSignal) => Promise<Response>;

export function createReadData(authorisedFetch: AuthorisedFetch): ReadData {
	return async (address, signal) => {
		let answer: Response;
		try {
			answer = await authorisedFetch(address, signal ? { signal } : {});
		} catch (error) {
			if (signal?.aborted || error instanceof CallError) throw error;
			throw new CallError('unavailable', { message: m.refusal_auth_network_request_failed() });
		}
		if (!answer.ok) throw await refusalFrom(answer.status, await answer.json().catch(() => undefined));
		return answer;
	};
}
