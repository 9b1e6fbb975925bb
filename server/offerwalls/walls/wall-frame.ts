import { frameOriginOf } from '../../../contract/offerwalls/wall-frame.ts';
import type { Wall } from './wall.ts';

/**
 * Which origin the page at an address may show in a frame: that of the wall whose page `/earn/{wallId}` it is, and only
 * while the wall is on. Who may see the wall is not decided here, because a page is asked for before anybody has said who
 * they are.
 *
 * @returns a function that takes a path as it was asked for.
 */
export function createFrameOrigins(walls: readonly Wall[], publicUrl: string): (path: string) => string | undefined {
	const site = new URL(publicUrl);
	const wallsById = new Map(walls.map((wall) => [wall.id, wall]));
	return (path) => {
		const wall = wallsById.get(wallIdOf(path) ?? '');
		return wall?.enabled && wall.url !== undefined ? frameOriginOf(new URL(wall.url), site) : undefined;
	};
}

/** What an operator should know about walls that are not shown inside the site. One line each. */
export function frameWarnings(walls: readonly Wall[], publicUrl: string): string[] {
	return walls.flatMap(({ id, url, enabled }) =>
		enabled && url !== undefined && frameOriginOf(new URL(url), new URL(publicUrl)) === undefined
			? [`offerwall ${id}: its address cannot be framed on ${publicUrl}, so it opens in a tab of its own; use https`]
			: [],
	);
}

/** Read as the router in the browser reads it: any case of the first part, escapes, a slash at the end. */
function wallIdOf(path: string): string | undefined {
	const escaped = /^\/earn\/([^/]+)\/?$/i.exec(path)?.[1];
	try {
		return escaped && decodeURIComponent(escaped);
	} catch {
		return undefined;
	}
}
