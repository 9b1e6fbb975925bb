import type { PasswordPolicy } from '../../../contract/accounts/identity.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import { authError } from '../auth-error.ts';
import { isGuessedFirst, type KnownToAll } from './guessed-first.ts';

export const passwordPolicy: PasswordPolicy = {
	minLength: PASSWORD_LENGTH_MIN,
	maxLength: PASSWORD_LENGTH_MAX,
	refusesCommon: true,
};

/**
 * Requires no kinds of characters, because such rules lead to worse passwords. @throws authError `missing-password`,
 * `weak-password`.
 */
export async function requireGoodPassword(password: unknown, known: KnownToAll): Promise<void> {
	if (typeof password !== 'string' || password === '') throw authError('missing-password');
	const { length } = Array.from(password);
	if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) throw authError('weak-password');
	if (isGuessedFirst(password, known)) throw authError('weak-password', refusal('common-password'));
}
