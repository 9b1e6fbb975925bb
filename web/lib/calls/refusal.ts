import {
	CallError,
	callErrorCodeFromHttp,
	callErrorCodeFromStatus,
	callErrorStatus,
} from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { m } from '../../texts/messages.js';
import { inOwnLanguage } from '../format/in-own-language.ts';

/** `details.reason` of responses that are not from our server. */
const FOREIGN_ANSWER = 'foreign-answer';
const unavailableReasons: ReadonlySet<string> = new Set<Reason>(['database-away', 'outcome-unknown']);

/** Codes share an HTTP status, so the status text takes precedence (specification section 8). */
export async function refusalFrom(httpStatus: number, body: unknown): Promise<CallError> {
	const { status, message, details } = errorOf(body);
	const code = typeof status === 'string' ? (callErrorCodeFromStatus(status) ?? 'internal') : undefined;
	if (code === undefined && httpStatus === 404) {
		return new CallError('not-found', { message: m.refusal_auth_network_request_failed() }, { reason: FOREIGN_ANSWER });
	}
	const sentence = typeof message === 'string' ? await inOwnLanguage({ ...details, message }) : '';
	return new CallError(code ?? callErrorCodeFromHttp(httpStatus), { message: sentence }, details ?? undefined);
}

/** Returns `fallback` for empty messages and those that repeat the status text (`INTERNAL`). */
export function messageOf(error: unknown, fallback: string): string {
	if (!(error instanceof Error) || !('code' in error) || !error.message) return fallback;
	if (error instanceof CallError && error.message === callErrorStatus(error.code)) return fallback;
	return error.message;
}

export const isForeign = (error: unknown): boolean => reasonOf(error) === FOREIGN_ANSWER;

export const isUnavailable = (error: unknown): boolean => unavailableReasons.has(reasonOf(error) ?? '');

export function reasonOf(error: unknown): string | undefined {
	const details = error instanceof CallError ? error.details : undefined;
	const { reason } = (details ?? {}) as { reason?: unknown };
	return typeof reason === 'string' ? reason : undefined;
}

function errorOf(body: unknown): { status?: unknown; message?: unknown; details?: object | null } {
	if (typeof body !== 'object' || body === null || !('error' in body)) return {};
	return typeof body.error === 'object' && body.error !== null ? body.error : {};
}
