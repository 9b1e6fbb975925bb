import type { LocalizedMessage } from './localized-message.ts';

/** Firebase callable protocol. Several codes share HTTP 400, so clients must read the status text. */
export const callErrors = {
	cancelled: { status: 'CANCELLED', http: 499 },
	unknown: { status: 'UNKNOWN', http: 500 },
	'invalid-argument': { status: 'INVALID_ARGUMENT', http: 400 },
	'deadline-exceeded': { status: 'DEADLINE_EXCEEDED', http: 504 },
	'not-found': { status: 'NOT_FOUND', http: 404 },
	'already-exists': { status: 'ALREADY_EXISTS', http: 409 },
	'permission-denied': { status: 'PERMISSION_DENIED', http: 403 },
	unauthenticated: { status: 'UNAUTHENTICATED', http: 401 },
	'resource-exhausted': { status: 'RESOURCE_EXHAUSTED', http: 429 },
	'failed-precondition': { status: 'FAILED_PRECONDITION', http: 400 },
	aborted: { status: 'ABORTED', http: 409 },
	'out-of-range': { status: 'OUT_OF_RANGE', http: 400 },
	unimplemented: { status: 'UNIMPLEMENTED', http: 501 },
	internal: { status: 'INTERNAL', http: 500 },
	unavailable: { status: 'UNAVAILABLE', http: 503 },
	'data-loss': { status: 'DATA_LOSS', http: 500 },
} as const;

export type CallErrorCode = keyof typeof callErrors;
export type CallErrorStatus = (typeof callErrors)[CallErrorCode]['status'];

export type CallErrorBody = { error: { status: CallErrorStatus; message: string; details?: unknown } };

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
		const { status } = callErrors[this.code];
		const details = this.details === undefined ? {} : { details: this.details };
		return { error: { status, message: this.message, ...details } };
	}
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
	return code in callErrors ? (code as CallErrorCode) : undefined;
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
