import type { PasswordPolicy } from '../../../contract/accounts/identity.ts';

import { m } from '../../texts/messages.js';
/** The identity provider's default (specification section 5), for when the project's own policy cannot be fetched. */
export const fallbackPolicy: PasswordPolicy = { minLength: 6, maxLength: 4096, refusesCommon: false };

/** @returns what is wrong with a new password as far as it can be told here, or undefined. */
export function newPasswordProblem(password: string, { minLength, maxLength }: PasswordPolicy): string | undefined {
	if (password === '') return m.identity_new_password_required();
	// As the server counts: an emoji is one character.
	const { length } = Array.from(password);
	if (length < minLength) return m.identity_password_too_short({ length: minLength });
	return length > maxLength ? m.identity_password_too_long({ length: maxLength }) : undefined;
}
