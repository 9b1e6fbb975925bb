import { CallError } from '../../contract/errors.ts';
import { messages } from '../../contract/messages.ts';
import { messageOf } from '../lib/refusal.ts';

/** Why the account is still there, and which way leads on. */
export type DeletionRefusal = { message: string; way: 'none' | 'sign-in' | 'wait-for-withdrawal' };

/** What a person is told about a deletion that did not happen, or of which nothing was heard. */
export function refusalOf(error: unknown): DeletionRefusal {
	const { code, details } = error instanceof CallError ? error : { code: undefined, details: undefined };
	if (code === 'unauthenticated') return { message: messages.mustBeLoggedIn, way: 'none' };
	const reason = (details as { reason?: unknown } | null | undefined)?.reason;
	const message = messageOf(error, messages.failedToDeleteAccount);
	if (reason === 'requires-recent-login') return { message, way: 'sign-in' };
	return { message, way: code === 'aborted' ? 'wait-for-withdrawal' : 'none' };
}
