import { m } from '../../texts/messages.js';
import { fallbackPolicy, newPasswordProblem } from './password.ts';

const policy = { minLength: 8, maxLength: 12, refusesCommon: true };

test('checks the length of a new password in characters against the policy', () => {
	expect(newPasswordProblem('', policy)).toBe(m.identity_new_password_required());
	expect(newPasswordProblem('1234567', policy)).toBe('Choose a password with at least 8 characters.');
	expect(newPasswordProblem('12345678', policy)).toBeUndefined();
	expect(newPasswordProblem('🦊🦊🦊🦊', policy)).toBe('Choose a password with at least 8 characters.');
	expect(newPasswordProblem('🦊'.repeat(12), policy)).toBeUndefined();
	expect(newPasswordProblem('x'.repeat(13), policy)).toBe('Choose a password with at most 12 characters.');
});

test("falls back to the identity provider's minimum of six characters without a project policy", () => {
	expect(newPasswordProblem('12345', fallbackPolicy)).toBe('Choose a password with at least 6 characters.');
	expect(newPasswordProblem('123456', fallbackPolicy)).toBeUndefined();
});
