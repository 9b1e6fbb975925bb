import { createRequire } from 'node:module';

export type KnownToAll = { email: string; brand: string };

const require = createRequire(import.meta.url);
let known: ReadonlySet<string> | undefined;

function common(): typeof import('@zxcvbn-ts/language-common') {
	return require('@zxcvbn-ts/language-common');
}

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
