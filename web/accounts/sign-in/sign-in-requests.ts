import type { AccountAnswer, PasswordPolicy, SignInWays } from '../../../contract/accounts/identity.ts';
import type { AuthErrorBody } from '../../../contract/errors.ts';
import { createAskAuth } from '../session/auth-requests.ts';

const ask = createAskAuth((...request) => fetch(...request));

export type SignUpForm = { email: string; password: string; name: string; birthDate: string };

export const fetchWays = () => ask<SignInWays>('ways');
export const fetchPasswordPolicy = () => ask<PasswordPolicy>('password-policy');
/** The server reports the error of the last Google round trip once. */
export const fetchSignInError = () => ask<AuthErrorBody | { code: null; message: null }>('sign-in-error');
export const fetchAccount = () => ask<AccountAnswer>('account');

export const signUp = (form: SignUpForm) => ask<object>('sign-up/email', form);
/** Completes a Google account. @throws AuthError */
export const tellAge = (birthDate: string) => ask<object>('age', { birthDate });
/** @returns the address to navigate to. @throws AuthError */
export const startGoogleRound = (callbackURL: string) =>
	ask<{ url: string }>('sign-in/social', { provider: 'google', callbackURL });

/** Succeeds even if there is no such account. @throws AuthError */
export const requestPasswordReset = (email: string) => ask<object>('request-password-reset', { email });
/** @throws AuthError */
export const resetPassword = (code: string, password: string) => ask<object>('reset-password', { code, password });
/** @throws AuthError */
export const verifyEmail = (code: string) => ask<{ email: string }>('verify-email', { code });
/** @returns `sent: false` if already verified. @throws AuthError */
export const sendVerificationEmail = () => ask<{ sent: boolean }>('send-verification-email', {});
