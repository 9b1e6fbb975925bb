/** Words from examples. They are found even between other characters. */
const LISTED_WORDS = ['changeme', 'secret', 'password', 'example'];
const DIFFERENT_CHARACTERS_MIN = 10;

export function weaknessOf(secret: string): string | undefined {
	if (new Set(secret).size < DIFFERENT_CHARACTERS_MIN) {
		return `it has fewer than ${DIFFERENT_CHARACTERS_MIN} different characters`;
	}
	return guessableOf(secret);
}

/** Checks secrets issued by others, which may use few different characters. @returns the weakness, if any. */
export function guessableOf(secret: string): string | undefined {
	if (isRepeated(secret)) return 'it repeats itself';
	if (isInOrder(secret)) return 'its characters are in order';
	const letters = secret.toLowerCase().replace(/[^a-z]/g, '');
	const word = LISTED_WORDS.find((listed) => letters.includes(listed));
	return word && `it contains "${word}"`;
}

const ROWS = [
	'abcdefghijklmnopqrstuvwxyz',
	'01234567890',
	'qwertyuiop',
	'qwertzuiop',
	'asdfghjkl',
	'zxcvbnm',
	'yxcvbnm',
];
const PAIRS: ReadonlySet<string> = new Set(
	ROWS.flatMap((row) => [...row].slice(1).flatMap((letter, at) => [row[at] + letter, letter + row[at]])),
);

/** Finds sequences of the alphabet, digits and keyboard rows. A random text has few such pairs. */
function isInOrder(text: string): boolean {
	const folded = text.toLowerCase();
	const pairs = [...folded].slice(1).filter((letter, at) => PAIRS.has(`${folded[at]}${letter}`));
	return pairs.length > folded.length / 2;
}

function isRepeated(text: string): boolean {
	for (let piece = 1; piece <= text.length / 2; piece += 1) {
		if (text.startsWith(text.slice(piece))) return true;
	}
	return false;
}
