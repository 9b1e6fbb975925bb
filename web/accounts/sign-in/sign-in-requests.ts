import type { AccountAnswer, PasswordPolicy, SignInWays } from '../../../contract/accounts/identity.ts';
import type { AuthErrorBody } from '../../../contract/errors.ts';
import { createAskAuth } from '../session/auth-requests.ts';

const ask = createAskAuth((...request) => fetch(...request));

export type SignUpForm = { email: string; password: string; name: string; birthDate: string };

export const fetchWays = () => ask<SignInWays>('ways');
export const fetchPasswordPolicy = () => ask<PasswordPolicy>('password-policy');
/** Why the round to Google just before ended without a sign-in. The server tells it once. */
export const fetchSignInError = () => ask<AuthErrorBody | { code: null; message: null }>('sign-in-error');
export const fetchAccount = () => ask<AccountAnswer>('account');

/** Makes an account and a session of its own. @throws AuthError */
export const signUp = (form: SignUpForm) => ask<object>('sign-up/email', form);
/** What an account that Google made lacks. @throws AuthError */
export const tellAge = (birthDate: string) => ask<object>('age', { birthDate });
/** @param callbackURL the path to come back to. @returns where the browser has to go. @throws AuthError */
export const startGoogleRound = (callbackURL: string) =>
	ask<{ url: string }>('sign-in/social', { provider: 'google', callbackURL });

/** Answers the same whether or not there is such an account. @throws AuthError */
export const requestPasswordReset = (email: string) => ask<object>('request-password-reset', { email });
/** @throws AuthError */
export const resetPassword = (code: string, password: string) => ask<object>('reset-password', { code, password });
/** @throws AuthError */
export const verifyEmail = (code: string) => ask<{ email: string }>('verify-email', { code });
/** @returns `sent: false` when the address is confirmed already. @throws AuthError */
export const sendVerificationEmail = () => ask<{ sent: boolean }>('send-verification-email', {});
