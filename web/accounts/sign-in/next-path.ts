import { isPathHere } from '../../../contract/path-here.ts';

/** Where to go after signing in. Anybody may have written `wanted`: only a path on this site counts. */
export function readNextPath(wanted: string | null, otherwise: '/withdraw' | '/earn' = '/withdraw'): string {
	return isPathHere(wanted) ? wanted : otherwise;
}
