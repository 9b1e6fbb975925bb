import { CallError, callErrorCodeFromHttp, callErrorCodeFromStatus, callErrors } from '../../../contract/errors.ts';
import { inOwnLanguage } from '../format/in-own-language.ts';

/**
 * Turns a refused answer of `/api` or `/data` into the error it stands for. The status text decides, because several codes
 * share one HTTP status; without one the HTTP status does (specification section 8).
 */
export async function refusalFrom(httpStatus: number, body: unknown): Promise<CallError> {
	const { status, message, details } = errorOf(body);
	const code = typeof status === 'string' ? (callErrorCodeFromStatus(status) ?? 'internal') : undefined;
	const sentence = typeof message === 'string' ? await inOwnLanguage({ ...details, message }) : '';
	return new CallError(code ?? callErrorCodeFromHttp(httpStatus), { message: sentence }, details ?? undefined);
}

/**
 * What a person reads: the error's own message, or `fallback` when it has none. A message that only repeats the status
 * text (`INTERNAL`) says nothing to a person and counts as none.
 */
export function messageOf(error: unknown, fallback: string): string {
	// Only refusals have a code. Anything else is a bug, whose message is for the console.
	if (!(error instanceof Error) || !('code' in error) || !error.message) return fallback;
	if (error instanceof CallError && error.message === callErrors[error.code].status) return fallback;
	return error.message;
}

/** What a refusal says in `details.reason`, for those that a page answers with more than a sentence. */
export function reasonOf(error: unknown): string | undefined {
	const details = error instanceof CallError ? error.details : undefined;
	const { reason } = (details ?? {}) as { reason?: unknown };
	return typeof reason === 'string' ? reason : undefined;
}

function errorOf(body: unknown): { status?: unknown; message?: unknown; details?: object | null } {
	if (typeof body !== 'object' || body === null || !('error' in body)) return {};
	return typeof body.error === 'object' && body.error !== null ? body.error : {};
}
