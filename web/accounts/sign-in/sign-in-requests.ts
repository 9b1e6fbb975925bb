import type { AccountAnswer, PasswordPolicy, SignInWays } from '../../../contract/accounts/identity.ts';
import type { AuthErrorBody } from '../../../contract/errors.ts';
import { createRequestAuth } from '../session/auth-requests.ts';

const requestAuth = createRequestAuth((...request) => fetch(...request));

export type SignUpForm = { email: string; password: string; name: string; birthDate: string };

export const fetchWays = () => requestAuth<SignInWays>('ways');
export const fetchPasswordPolicy = () => requestAuth<PasswordPolicy>('password-policy');
/** The server reports the error of the last Google round trip once. */
export const fetchSignInError = () => requestAuth<AuthErrorBody | { code: null; message: null }>('sign-in-error');
export const fetchAccount = () => requestAuth<AccountAnswer>('account');

export const signUp = (form: SignUpForm) => requestAuth<object>('sign-up/email', form);
/** Completes a Google account. */
export const sendAge = (birthDate: string) => requestAuth<object>('age', { birthDate });
export const startGoogleRound = (callbackURL: string) =>
	requestAuth<{ url: string }>('sign-in/social', { provider: 'google', callbackURL });
export const startProviderRound = (round: { purpose: 'sign-in' | 'link'; callbackURL: string; again?: boolean }) =>
	requestAuth<{ url: string }>('sign-in/provider', round);
export const fetchPasskeyChallenge = () => requestAuth<{ options: object }>('passkey/sign-in-options', {});
export const signInWithPasskey = (response: object) => requestAuth<object>('sign-in/passkey', { response });

/** Succeeds even if there is no such account. @throws AuthError */
export const requestPasswordReset = (email: string) => requestAuth<object>('request-password-reset', { email });
export const resetPassword = (code: string, password: string) =>
	requestAuth<object>('reset-password', { code, password });
export const verifyEmail = (code: string) => requestAuth<{ email: string }>('verify-email', { code });
/** @returns `sent: false` if already verified. @throws AuthError */
export const sendVerificationEmail = () => requestAuth<{ sent: boolean }>('send-verification-email', {});
export const undoEmailChange = (request: { code: string; password?: string; secondFactor?: string }) =>
	requestAuth<{ email: string }>('undo-email-change', request);
