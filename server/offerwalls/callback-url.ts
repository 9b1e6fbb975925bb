import type { Wall } from './wall.ts';

/**
 * The whole address that an operator pastes at the partner. Where the partner lets us choose parameter names, its macros
 * are filled in behind it; the others append their fixed set by themselves.
 */
export function callbackUrl(wall: Wall, publicUrl: string): string {
	const path = ['postback', wall.id, ...(wall.pathKey ? [wall.pathKey] : [])].join('/');
	return `${publicUrl}/${path}`;
}
