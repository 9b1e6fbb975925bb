import { expect, test } from 'vitest';
import { CallError } from '../../../contract/errors.ts';
import { refusalOf } from './deletion-refusal.ts';

test.each([
	['an old sign-in', 'permission-denied', 'Sign in again.', { reason: 'requires-recent-login' }, 'sign-in'],
	['a missing second factor', 'permission-denied', 'Code.', { reason: 'second-factor-needed' }, 'second-factor'],
	['an open withdrawal', 'aborted', 'Wait.', { reason: 'withdrawal-open' }, 'wait-for-withdrawal'],
	['the only admin', 'permission-denied', 'You are the only admin.', { reason: 'only-admin' }, 'none'],
	['an unreachable server', 'internal', "The server can't be reached.", undefined, 'none'],
	['missing details', 'permission-denied', 'No.', {}, 'none'],
] as const)(
	"the refusal for %s keeps the server's message and suggests the next step",
	(_name, code, message, details, way) => {
		expect(refusalOf(new CallError(code, { message }, details))).toEqual({ message, way });
	},
);

// spec: 8.delete
test('tells a signed-out user to sign in, and replaces unknown errors with a generic message', () => {
	const signedOut = new CallError('unauthenticated', { message: 'Unauthenticated' });
	expect(refusalOf(signedOut)).toEqual({ message: 'You must be logged in', way: 'none' });
	for (const error of [
		new CallError('internal', { message: 'INTERNAL' }),
		new TypeError('x is not a function'),
		undefined,
	]) {
		expect(refusalOf(error)).toEqual({ message: 'Failed to delete account', way: 'none' });
	}
});
