import { m } from '../../texts/messages.js';
import { fallbackPolicy, newPasswordProblem } from './password.ts';

const policy = { minLength: 8, maxLength: 12, refusesCommon: true };

test.each([
	['', policy, m.identity_new_password_required()],
	['1234567', policy, 'Choose a password with at least 8 characters.'],
	['12345678', policy, undefined],
	['🦊🦊🦊🦊', policy, 'Choose a password with at least 8 characters.'],
	['🦊'.repeat(12), policy, undefined],
	['x'.repeat(13), policy, 'Choose a password with at most 12 characters.'],
	['12345', fallbackPolicy, 'Choose a password with at least 6 characters.'],
	['123456', fallbackPolicy, undefined],
])('the length of the new password "%s" is checked in characters against the policy %o', (password, of, problem) =>
	expect(newPasswordProblem(password, of)).toBe(problem),
);
