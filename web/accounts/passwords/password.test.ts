import { expect, test } from 'vitest';
import { m } from '../../texts/messages.js';
import { fallbackPolicy, newPasswordProblem } from './password.ts';

const policy = { minLength: 8, maxLength: 12, refusesCommon: true };

test('a new password is as long as the policy says, counted in characters', () => {
	expect(newPasswordProblem('', policy)).toBe(m.identity_new_password_required());
	expect(newPasswordProblem('1234567', policy)).toBe('Choose a password with at least 8 characters.');
	expect(newPasswordProblem('12345678', policy)).toBeUndefined();
	expect(newPasswordProblem('🦊🦊🦊🦊', policy)).toBe('Choose a password with at least 8 characters.');
	expect(newPasswordProblem('🦊'.repeat(12), policy)).toBeUndefined();
	expect(newPasswordProblem('x'.repeat(13), policy)).toBe('Choose a password with at most 12 characters.');
});

test("without the project's policy, the identity provider's default of six holds", () => {
	expect(newPasswordProblem('12345', fallbackPolicy)).toBe('Choose a password with at least 6 characters.');
	expect(newPasswordProblem('123456', fallbackPolicy)).toBeUndefined();
});
