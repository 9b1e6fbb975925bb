import { sendApplicationEvent } from '../application-events.ts';
import { reasonOf, refusalFrom } from './refusal.ts';

export type Bearer = {
	current(): Promise<string | undefined>;
	/** Returns a newer token after a 401, or undefined if the user is signed out. */
	replace(refused: string): Promise<string | undefined>;
	giveUp(): void;
	/** `message` has the ban reason and the appeal address. */
	shutOut(message: string): void;
};

export type AuthorisedFetch = (address: string, init?: RequestInit) => Promise<Response>;

/** Retries once with a fresh token after a 401, which is safe because nothing was executed. */
export function authoriseFetch(bearer: Bearer, send: typeof fetch): AuthorisedFetch {
	const sendWith = async (address: string, init: RequestInit, token: string | undefined) => {
		const headers = new Headers(init.headers);
		if (token) headers.set('authorization', `Bearer ${token}`);
		const answer = await send(address, { ...init, headers, credentials: 'omit' });
		if (answer.status === 403) await heed(answer.clone());
		return answer;
	};
	const heed = async (answer: Response) => {
		const refusal = await refusalFrom(answer.status, await answer.json().catch(() => undefined));
		const reason = reasonOf(refusal);
		if (reason === 'banned') bearer.shutOut(refusal.message);
		if (reason?.startsWith('totp-')) sendApplicationEvent('second-factor-wanted');
		if (reason === 'second-factor-needed') sendApplicationEvent(reason);
	};
	return async (address, init = {}) => {
		const token = await bearer.current();
		const answer = await sendWith(address, init, token);
		if (answer.status !== 401 || !token) return answer;
		const newer = await bearer.replace(token);
		if (!newer) return answer;
		const second = await sendWith(address, init, newer);
		if (second.status === 401) bearer.giveUp();
		return second;
	};
}
