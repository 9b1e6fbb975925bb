import { createHmac } from 'node:crypto';
import type { AuthErrorBody } from '../../../contract/errors.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';

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
