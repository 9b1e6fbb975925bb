import { frameOriginOf } from '../../../contract/offerwalls/wall-frame.ts';
import type { Wall } from './wall.ts';

/** Does not depend on the user, who is unknown when the page is requested. */
export function createFrameOrigins(walls: readonly Wall[], publicUrl: string): (path: string) => string | undefined {
	const site = new URL(publicUrl);
	return (path) => {
		const wallId = wallIdOf(path);
		const wall = walls.find(({ id }) => id === wallId);
		return wall?.enabled && wall.url !== undefined ? frameOriginOf(new URL(wall.url), site) : undefined;
	};
}

export function frameWarnings(walls: readonly Wall[], publicUrl: string): string[] {
	return walls.flatMap(({ id, url, enabled }) =>
		enabled && url !== undefined && frameOriginOf(new URL(url), new URL(publicUrl)) === undefined
			? [`offerwall ${id}: its http URL can't be framed on ${publicUrl}, so it opens in a new tab; use https`]
			: [],
	);
}

/** Matches the browser's router: any case of `/earn`, escapes, trailing slash. */
function wallIdOf(path: string): string | undefined {
	const escaped = /^\/earn\/([^/]+)\/?$/i.exec(path)?.[1];
	try {
		return escaped && decodeURIComponent(escaped);
	} catch {
		return undefined;
	}
}
