import type { PasswordPolicy } from '../../contract/identity.ts';
import { signInMessages } from '../../contract/sign-in-messages.ts';

/** The identity provider's default (specification section 5), for when the project's own policy cannot be fetched. */
export const fallbackPolicy: PasswordPolicy = { minLength: 6, maxLength: 4096, refusesCommon: false };

/** @returns what is wrong with a new password as far as it can be told here, or undefined. */
export function newPasswordProblem(password: string, { minLength, maxLength }: PasswordPolicy): string | undefined {
	if (password === '') return signInMessages.newPasswordRequired;
	// As the server counts: an emoji is one character.
	const { length } = Array.from(password);
	if (length < minLength) return signInMessages.passwordTooShort(minLength);
	return length > maxLength ? signInMessages.passwordTooLong(maxLength) : undefined;
}
