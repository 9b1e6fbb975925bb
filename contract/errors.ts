import type { LocalizedMessage } from './localized-message.ts';

/** Firebase callable protocol: codes with their HTTP status. Several share one, so clients must read the status text. */
export const callErrorHttp = {
	cancelled: 499,
	unknown: 500,
	'invalid-argument': 400,
	'deadline-exceeded': 504,
	'not-found': 404,
	'already-exists': 409,
	'permission-denied': 403,
	unauthenticated: 401,
	'resource-exhausted': 429,
	'failed-precondition': 400,
	aborted: 409,
	'out-of-range': 400,
	unimplemented: 501,
	internal: 500,
	unavailable: 503,
	'data-loss': 500,
} as const;

export type CallErrorCode = keyof typeof callErrorHttp;

export type CallErrorBody = { error: { status: string; message: string; details?: unknown } };

export class CallError extends Error {
	readonly code: CallErrorCode;
	readonly details: unknown;

	constructor(code: CallErrorCode, { message, ...identity }: LocalizedMessage, details?: object) {
		super(message);
		this.name = 'CallError';
		this.code = code;
		this.details = 'reason' in identity ? { ...details, ...identity } : details;
	}

	toBody(): CallErrorBody {
		const details = this.details === undefined ? {} : { details: this.details };
		return { error: { status: callErrorStatus(this.code), message: this.message, ...details } };
	}
}

/** @returns the status text, for example `NOT_FOUND` */
export function callErrorStatus(code: CallErrorCode): string {
	return code.toUpperCase().replaceAll('-', '_');
}

/** Maps the HTTP status of a response without status text (specification section 8). */
export function callErrorCodeFromHttp(httpStatus: number): CallErrorCode {
	switch (httpStatus) {
		case 400:
			return 'invalid-argument';
		case 401:
			return 'unauthenticated';
		case 403:
			return 'permission-denied';
		case 404:
			return 'not-found';
		case 409:
			return 'aborted';
		case 429:
			return 'resource-exhausted';
		case 499:
			return 'cancelled';
		case 500:
			return 'internal';
		case 501:
			return 'unimplemented';
		case 503:
			return 'unavailable';
		case 504:
			return 'deadline-exceeded';
		default:
			return 'unknown';
	}
}

export function callErrorCodeFromStatus(status: string): CallErrorCode | undefined {
	const code = status.toLowerCase().replaceAll('_', '-');
	return code in callErrorHttp ? (code as CallErrorCode) : undefined;
}

export const authErrorSlugs = [
	'wrong-password',
	'invalid-credential',
	'invalid-email',
	'email-already-in-use',
	'weak-password',
	'missing-password',
	'user-not-found',
	'user-disabled',
	'user-token-expired',
	'invalid-user-token',
	'invalid-custom-token',
	'expired-action-code',
	'invalid-action-code',
	'invalid-verification-code',
	'requires-recent-login',
	'too-many-requests',
	'operation-not-allowed',
	'age-required',
	'too-young',
	'invalid-argument',
	'network-request-failed',
	'internal-error',
] as const;

export type AuthErrorSlug = (typeof authErrorSlugs)[number];
export type AuthErrorCode = `auth/${AuthErrorSlug}`;
export type AuthErrorBody = { code: AuthErrorCode } & LocalizedMessage;
