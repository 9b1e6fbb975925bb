import { type ArchivedSegment, segmentAfter } from '../layout.ts';
import type { Manifest } from '../manifest.ts';

export type WalChain = { following: ArchivedSegment[]; gapBefore: ArchivedSegment | undefined };

export function followingSegments(archive: readonly ArchivedSegment[], { wal }: Pick<Manifest, 'wal'>): WalChain {
	const after = archive.filter(({ segment }) => segment > wal.stop.segment);
	const following: ArchivedSegment[] = [];
	let last = wal.stop.segment;
	for (const archived of after) {
		if (archived.segment === last) continue;
		if (archived.segment !== segmentAfter(last)) return { following, gapBefore: archived };
		following.push(archived);
		last = archived.segment;
	}
	return { following, gapBefore: undefined };
}
