import { CallError, callErrorCodeFromHttp, callErrorCodeFromStatus, callErrors } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { m } from '../../texts/messages.js';
import { inOwnLanguage } from '../format/in-own-language.ts';

/** The `details.reason` of what no server of ours has said. */
const FOREIGN_ANSWER = 'foreign-answer';
const awayReasons: ReadonlySet<string> = new Set<Reason>(['database-away', 'outcome-unknown']);

/** The status text decides, because codes share an HTTP status; without one that does (specification section 8). */
export async function refusalFrom(httpStatus: number, body: unknown): Promise<CallError> {
	const { status, message, details } = errorOf(body);
	const code = typeof status === 'string' ? (callErrorCodeFromStatus(status) ?? 'internal') : undefined;
	// Ours says what it does not find. This one is a proxy's, which does not know the way to us.
	if (code === undefined && httpStatus === 404) {
		return new CallError('not-found', { message: m.refusal_auth_network_request_failed() }, { reason: FOREIGN_ANSWER });
	}
	const sentence = typeof message === 'string' ? await inOwnLanguage({ ...details, message }) : '';
	return new CallError(code ?? callErrorCodeFromHttp(httpStatus), { message: sentence }, details ?? undefined);
}

/** The error's own message, or `fallback` without one. One that repeats the status text (`INTERNAL`) counts as none. */
export function messageOf(error: unknown, fallback: string): string {
	// Only refusals have a code. Anything else is a bug, whose message is for the console.
	if (!(error instanceof Error) || !('code' in error) || !error.message) return fallback;
	if (error instanceof CallError && error.message === callErrors[error.code].status) return fallback;
	return error.message;
}

/** Whether somebody between us and the server has answered in its place. */
export function isForeign(error: unknown): boolean {
	return reasonOf(error) === FOREIGN_ANSWER;
}

/** Whether the server is there and its database is not, which passes. */
export function isAway(error: unknown): boolean {
	return awayReasons.has(reasonOf(error) ?? '');
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
