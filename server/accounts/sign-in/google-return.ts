import { createHmac } from 'node:crypto';
import type { AuthErrorBody } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
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

/** A cookie carries the refusal, because a URL would expose the ban reason. The signature prevents injected text. */
export function sealRefusal(refusal: AuthErrorBody, secret: string): string {
	const payload = Buffer.from(JSON.stringify(refusal)).toString('base64url');
	return `${payload}.${signature(payload, secret)}`;
}

export function openRefusal(value: string | undefined, secret: string): AuthErrorBody | undefined {
	const [payload = '', signed = ''] = value?.split('.') ?? [];
	if (!isSameText(signature(payload, secret), signed)) return undefined;
	return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

function signature(payload: string, secret: string): string {
	return createHmac('sha256', secret).update(`sign-in refusal|${payload}`).digest('base64url');
}
