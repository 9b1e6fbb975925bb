import { use } from 'react';
import type { PasswordPolicy, SignInWays } from '../../../contract/accounts/identity.ts';
import { fallbackPolicy } from '../passwords/password.ts';
import { fetchPasswordPolicy, fetchWays } from '../sign-in/sign-in-requests.ts';

/** After this, the form uses the fallback. */
const PATIENCE_MS = 1_500;

/** Without a response, show all sign-in methods except Google, whose round trip would fail. */
const fallbackWays: SignInWays = { signUp: true, google: false, mail: true, provider: false, served: true };

/** Suspends until the sign-in methods are known, to avoid layout shift. */
export const useWays = requestedOnce(fetchWays, fallbackWays);
export const usePasswordPolicy = requestedOnce<PasswordPolicy>(fetchPasswordPolicy, fallbackPolicy);

function requestedOnce<Answer>(request: () => Promise<Answer>, fallback: Answer): () => Answer {
	let answer: Promise<Answer> | undefined;
	return function useAnswer() {
		answer ??= Promise.race([request().catch(() => fallback), after(PATIENCE_MS, fallback)]);
		return use(answer);
	};
}

function after<Value>(ms: number, value: Value): Promise<Value> {
	return new Promise((resolve) => setTimeout(resolve, ms, value));
}
