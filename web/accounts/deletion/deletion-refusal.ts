import { CallError } from '../../../contract/errors.ts';
import { messageOf, reasonOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';

export type DeletionRefusal = { message: string; way: 'none' | 'sign-in' | 'second-factor' | 'wait-for-withdrawal' };

export function refusalOf(error: unknown): DeletionRefusal {
	const code = error instanceof CallError ? error.code : undefined;
	if (code === 'unauthenticated') return { message: m.refusal_must_be_logged_in(), way: 'none' };
	const message = messageOf(error, m.deletion_failed_to_delete_account());
	if (reasonOf(error) === 'requires-recent-login') return { message, way: 'sign-in' };
	if (reasonOf(error) === 'second-factor-needed') return { message, way: 'second-factor' };
	return { message, way: code === 'aborted' ? 'wait-for-withdrawal' : 'none' };
}
