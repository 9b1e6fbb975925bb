import { isPathHere } from '../../../contract/path-here.ts';

/**
 * Where to go after signing in.
 * @param wanted what the address says after `next=`. Anybody may have written it: only a path on this site counts.
 */
export function readNextPath(wanted: string | null): string {
	return isPathHere(wanted) ? wanted : '/withdraw';
}
