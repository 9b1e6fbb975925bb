import { WORK_HEADER } from '../../../contract/limits.ts';
import { type PasswordOutcome, refuseUnlessOk, request } from './auth-requests.ts';
import { solveWork } from './solve-work.ts';

/** @throws AuthError */
export async function signInWithPassword(
	send: typeof fetch,
	credentials: { email: string; password: string },
): Promise<PasswordOutcome> {
	const signIn = (work: string) => {
		const sendWork: typeof fetch = (url, init) =>
			send(url, { ...init, headers: { ...init?.headers, [WORK_HEADER]: work } });
		return request(sendWork, 'sign-in/email', credentials);
	};
	let response = await signIn('ready');
	const challenge = response.headers.get(WORK_HEADER);
	if (challenge) response = await signIn(await solveWork(challenge));
	const { twoFactorRedirect } = await (await refuseUnlessOk(response)).json();
	return twoFactorRedirect ? 'second-factor-wanted' : 'signed-in';
}
