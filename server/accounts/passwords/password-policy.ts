import { createRequire } from 'node:module';
import type { PasswordPolicy } from '../../../contract/accounts/identity.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import { authError } from '../auth-error.ts';

type KnownToAll = { email: string; brand: string };

const require = createRequire(import.meta.url);
let known: ReadonlySet<string> | undefined;

const common = (): typeof import('@zxcvbn-ts/language-common') => require('@zxcvbn-ts/language-common');

export function isGuessedFirst(password: string, { email, brand }: KnownToAll): boolean {
	known ??= new Set(common().dictionary['passwords-common']);
	const folded = password.normalize('NFKC').toLowerCase().trim();
	// A short suffix of digits or symbols adds little strength.
	const stem = folded.replace(/[\d\W_]{1,4}$/, '');
	const isRepeated = new Set(folded).size <= 2;
	const address = email.toLowerCase();
	const owned = [address, address.split('@', 1)[0]];
	const isOurName = stem.replace(/[\W_]/g, '') === brand.toLowerCase();
	const isCommon = known.has(folded) || (stem.length >= 6 && known.has(stem));
	return isRepeated || isCommon || isOurName || owned.includes(folded);
}

/** @returns zxcvbn's score, 0 to 4; `words` are guessed first. */
export function guessingScore(password: string, words: readonly string[]): number {
	const { ZxcvbnFactory }: typeof import('@zxcvbn-ts/core') = require('@zxcvbn-ts/core');
	const { dictionary, adjacencyGraphs } = common();
	return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }).check(password, [...words]).score;
}

export const passwordPolicy: PasswordPolicy = {
	minLength: PASSWORD_LENGTH_MIN,
	maxLength: PASSWORD_LENGTH_MAX,
	refusesCommon: true,
};

/** Rules about kinds of characters lead to worse passwords. @throws authError `missing-password`, `weak-password` */
export async function requireGoodPassword(password: unknown, known: KnownToAll): Promise<void> {
	if (typeof password !== 'string' || password === '') throw authError('missing-password');
	const { length } = Array.from(password);
	if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) throw authError('weak-password');
	if (isGuessedFirst(password, known)) throw authError('weak-password', refusal('common-password'));
}
