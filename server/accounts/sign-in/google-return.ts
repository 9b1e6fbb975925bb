import { refusal } from '../../../contract/refusals.ts';
import { type AuthRefusal, authRefusal, refusalOf } from '../auth-error.ts';

const refusalByCode: Record<string, AuthRefusal> = {
	account_not_linked: authRefusal('email-already-in-use', refusal('google-not-linked')),
	signup_disabled: authRefusal('operation-not-allowed', refusal('sign-up-off')),
	state_mismatch: authRefusal('expired-action-code', refusal('google-round-lost')),
	state_not_found: authRefusal('expired-action-code', refusal('google-round-lost')),
	state_invalid: authRefusal('expired-action-code', refusal('google-round-lost')),
	invalid_code: authRefusal('invalid-credential', refusal('google-refused')),
	unable_to_get_user_info: authRefusal('invalid-credential', refusal('google-refused')),
	issuer_mismatch: authRefusal('invalid-credential', refusal('google-refused')),
	nonce_binding_missing: authRefusal('invalid-credential', refusal('google-refused')),
	email_not_found: authRefusal('invalid-email', refusal('google-without-email')),
	unable_to_create_user: authRefusal('email-already-in-use', refusal('google-not-linked')),
};

/** `providerError` is untrusted. @returns undefined for success. */
export function readGoogleReturn(
	location: string | null,
	{ status, body }: { status: number; body: unknown },
	providerError: string | undefined,
): AuthRefusal | undefined {
	if (location === null) return refusalOf(status, body);
	const query = URL.parse(location, 'http://localhost')?.searchParams;
	const code = query?.get('error');
	if (!code) return undefined;
	if (providerError !== undefined) return authRefusal('operation-not-allowed', refusal('google-cancelled'));
	if (Object.hasOwn(refusalByCode, code)) return refusalByCode[code];
	return code.startsWith('auth/')
		? refusalOf(400, { code, message: query?.get('error_description') })
		: authRefusal('internal-error');
}
