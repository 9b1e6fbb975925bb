/** Excludes two leading slashes and backslashes, which lead to another site. */
const PATH_HERE = /^\/(?![/\\])[^\\\s]{0,500}$/;

export const isPathHere = (text: unknown): text is string => typeof text === 'string' && PATH_HERE.test(text);
