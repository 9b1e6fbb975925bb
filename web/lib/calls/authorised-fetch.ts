import { sendApplicationEvent } from '../application-events.ts';
import { reasonOf, refusalFrom } from './refusal.ts';

export type Bearer = {
	/** A token that is valid now, or undefined for a guest. Rejects when one is needed and cannot be fetched. */
	current(): Promise<string | undefined>;
	/** The server refused this token: a newer one, or undefined when the person turns out to be signed out. */
	replace(refused: string): Promise<string | undefined>;
	/** The server refused the newer one as well. */
	giveUp(): void;
	/** The account is banned: `message` says why and where to appeal. */
	shutOut(message: string): void;
};

export type AuthorisedFetch = (address: string, init?: RequestInit) => Promise<Response>;

/** A 401 leads to a fresh token and one more try, safe because nothing was done; then out. A ban signs out at once. */
export function authoriseFetch(bearer: Bearer, send: typeof fetch): AuthorisedFetch {
	const sendWith = async (address: string, init: RequestInit, token: string | undefined) => {
		const headers = new Headers(init.headers);
		if (token) headers.set('authorization', `Bearer ${token}`);
		const answer = await send(address, { ...init, headers, credentials: 'omit' });
		if (answer.status === 403) await heed(answer.clone());
		return answer;
	};
	/** Some refusals are about the person, whatever was asked. */
	const heed = async (answer: Response) => {
		const refusal = await refusalFrom(answer.status, await answer.json().catch(() => undefined));
		const reason = reasonOf(refusal);
		if (reason === 'banned') bearer.shutOut(refusal.message);
		if (reason?.startsWith('totp-')) sendApplicationEvent('second-factor-wanted');
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
