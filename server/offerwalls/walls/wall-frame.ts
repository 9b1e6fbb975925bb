import { frameOriginOf } from '../../../contract/offerwalls/wall-frame.ts';
import type { Wall } from './wall.ts';

/**
 * The origin that `/earn/{wallId}` may show in a frame, while the wall is on. Who may see it is not decided here:
 * a page is asked for before anybody has said who they are.
 */
export function createFrameOrigins(walls: readonly Wall[], publicUrl: string): (path: string) => string | undefined {
	const site = new URL(publicUrl);
	return (path) => {
		const wallId = wallIdOf(path);
		const wall = walls.find(({ id }) => id === wallId);
		return wall?.enabled && wall.url !== undefined ? frameOriginOf(new URL(wall.url), site) : undefined;
	};
}

/** One line for each wall that is not shown inside the site. */
export function frameWarnings(walls: readonly Wall[], publicUrl: string): string[] {
	return walls.flatMap(({ id, url, enabled }) =>
		enabled && url !== undefined && frameOriginOf(new URL(url), new URL(publicUrl)) === undefined
			? [`offerwall ${id}: its http URL can’t be framed on ${publicUrl}, so it opens in a new tab; use https`]
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
