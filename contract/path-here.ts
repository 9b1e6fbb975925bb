/** A path on this site. Two slashes at its start, or a backslash, would make it another site. */
const PATH_HERE = /^\/(?![/\\])[^\\\s]{0,500}$/;

export function isPathHere(text: unknown): text is string {
	return typeof text === 'string' && PATH_HERE.test(text);
}
