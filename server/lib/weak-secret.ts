/** Words that stand in examples and are tried first, whatever stands between their letters. */
const LISTED_WORDS = ['changeme', 'secret', 'password', 'example'];
const DIFFERENT_CHARACTERS_MIN = 10;

/** Why a secret that we choose ourselves would be guessed; undefined when nothing speaks against it. */
export function weaknessOf(secret: string): string | undefined {
	if (new Set(secret).size < DIFFERENT_CHARACTERS_MIN) {
		return `it has fewer than ${DIFFERENT_CHARACTERS_MIN} different characters`;
	}
	return guessableOf(secret);
}

/** The same for one that somebody else has chosen, who may use few kinds of characters. */
export function guessableOf(secret: string): string | undefined {
	if (isRepeated(secret)) return 'it repeats itself';
	const letters = secret.toLowerCase().replace(/[^a-z]/g, '');
	const word = LISTED_WORDS.find((listed) => letters.includes(listed));
	return word && `it contains "${word}"`;
}

/** `abcabcab`: one piece again and again, the last time perhaps cut off. */
function isRepeated(text: string): boolean {
	for (let piece = 1; piece <= text.length / 2; piece += 1) {
		if (text.startsWith(text.slice(piece))) return true;
	}
	return false;
}
