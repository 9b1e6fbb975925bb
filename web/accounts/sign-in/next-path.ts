import { isPathHere } from '../../../contract/path-here.ts';

/** Accepts only paths on this site, because `wanted` is untrusted. */
export function readNextPath(wanted: string | null, otherwise: '/withdraw' | '/earn' = '/withdraw'): string {
	return isPathHere(wanted) ? wanted : otherwise;
}
