import { type ArchivedSegment, segmentAfter } from '../layout.ts';
import type { Manifest } from '../manifest.ts';

/** @param gapBefore the first segment after a gap. */
export type WalChain = { following: ArchivedSegment[]; gapBefore: ArchivedSegment | undefined };

export function followingSegments(archive: readonly ArchivedSegment[], { wal }: Pick<Manifest, 'wal'>): WalChain {
	const after = archive.filter(({ segment }) => segment > wal.stop.segment);
	const following: ArchivedSegment[] = [];
	let last = wal.stop.segment;
	for (const archived of after) {
		// The segment was shipped again with new encryption.
		if (archived.segment === last) continue;
		if (archived.segment !== segmentAfter(last)) return { following, gapBefore: archived };
		following.push(archived);
		last = archived.segment;
	}
	return { following, gapBefore: undefined };
}
