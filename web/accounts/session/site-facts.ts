import { use } from 'react';
import type { PasswordPolicy, SignInWays } from '../../../contract/accounts/identity.ts';
import { fallbackPolicy } from '../passwords/password.ts';
import { fetchPasswordPolicy, fetchWays } from '../sign-in/sign-in-requests.ts';

/** A form is not kept from people longer than this for the sake of what stands beside it. */
const PATIENCE_MS = 1_500;

/** Without an answer all pages are named that can speak for themselves; a round to Google could only fail. */
const fallbackWays: SignInWays = { signUp: true, google: false, mail: true, served: true };

/** Which ways in are switched on here. Suspends until it is known, so that nothing moves when it is. */
export const useWays = askedOnce(fetchWays, fallbackWays);
export const usePasswordPolicy = askedOnce<PasswordPolicy>(fetchPasswordPolicy, fallbackPolicy);

function askedOnce<Answer>(ask: () => Promise<Answer>, fallback: Answer): () => Answer {
	let answer: Promise<Answer> | undefined;
	return function useAnswer() {
		answer ??= Promise.race([ask().catch(() => fallback), after(PATIENCE_MS, fallback)]);
		return use(answer);
	};
}

function after<Value>(ms: number, value: Value): Promise<Value> {
	return new Promise((resolve) => setTimeout(resolve, ms, value));
}
