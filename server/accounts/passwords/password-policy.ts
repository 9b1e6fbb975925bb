import type { PasswordPolicy } from '../../../contract/accounts/identity.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import { authError } from '../auth-error.ts';

export const passwordPolicy: PasswordPolicy = {
	minLength: PASSWORD_LENGTH_MIN,
	maxLength: PASSWORD_LENGTH_MAX,
	refusesCommon: true,
};

type KnownToAll = { email: string; brand: string };

/** About 49,000 of those that leaked most often, loaded when the first password is chosen. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * No demands on kinds of characters, which make people choose worse ones. @throws authError `missing-password`, `weak-password`.
 * @param known what a guesser knows as well: the account's address, of which the first part counts too, and our name.
 */
export async function requireGoodPassword(password: unknown, known: KnownToAll): Promise<void> {
	if (typeof password !== 'string' || password === '') throw authError('missing-password');
	const { length } = Array.from(password);
	if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) throw authError('weak-password');
	commonPasswords ??= loadCommonPasswords();
	if (isTriedFirst(password, known, await commonPasswords))
		throw authError('weak-password', refusal('common-password'));
}

function isTriedFirst(password: string, { email, brand }: KnownToAll, common: ReadonlySet<string>): boolean {
	const folded = password.normalize('NFKC').toLowerCase().trim();
	// `Password123!` is `password` to whoever guesses: a little at the end, to please rules, adds next to nothing.
	const stem = folded.replace(/[\d\W_]{1,4}$/, '');
	const isRepeated = new Set(folded).size <= 2;
	const address = email.toLowerCase();
	const owned = [address, address.split('@', 1)[0]];
	const isOurName = stem.replace(/[\W_]/g, '') === brand.toLowerCase();
	const isCommon = common.has(folded) || (stem.length >= 6 && common.has(stem));
	return isRepeated || isCommon || isOurName || owned.includes(folded);
}

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
	const { dictionary } = await import('@zxcvbn-ts/language-common');
	return new Set(dictionary['passwords-common']);
}
