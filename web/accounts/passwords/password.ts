import type { PasswordPolicy } from '../../../contract/accounts/identity.ts';

import { m } from '../../texts/messages.js';
/** The identity provider's default (specification section 5). */
export const fallbackPolicy: PasswordPolicy = { minLength: 6, maxLength: 4096, refusesCommon: false };

export function newPasswordProblem(password: string, { minLength, maxLength }: PasswordPolicy): string | undefined {
	if (password === '') return m.identity_new_password_required();
	const { length } = Array.from(password);
	if (length < minLength) return m.identity_password_too_short({ length: minLength });
	return length > maxLength ? m.identity_password_too_long({ length: maxLength }) : undefined;
}
