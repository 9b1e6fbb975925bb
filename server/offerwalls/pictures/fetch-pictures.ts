import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { fetchOutside, NoAnswer } from '../../lib/http/outbound.ts';
import { PictureRefused, type PictureRemaker } from '../../lib/pictures/remake-pictures.ts';
import { OFFERS_CHANGED } from '../feeds/refresh-feeds.ts';
import type { Wall } from '../walls/wall.ts';
import type { DuePicture } from './store-pictures.ts';
import * as store from './store-pictures.ts';

export const FETCH_PICTURES_TASK = 'fetch-pictures';

export const PICTURE_SIZE = 192;

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 2 * 1024 * 1024;
const AT_ONCE = 12;
const RUN_MS = 45_000;
const CLAIM_MS = 2 * 60_000;
const LOOK_AGAIN_MS = 7 * DAY_MS;
const UNWANTED_MS = 30 * DAY_MS;

export type PicturesDeps = DbDeps & {
	walls: readonly Wall[];
	pictures: Pick<PictureRemaker, 'remake'>;
	/** Pictures from these origins may use plain http and private addresses. */
	offerPictureOrigins: readonly string[];
	publish: (topic: string) => void;
};

/** Picture addresses come only from feeds and the walls file, never from requests. */
export async function fetchPictures(deps: PicturesDeps): Promise<void> {
	const { db, clock, walls, publish } = deps;
	const endMs = clock.now() + RUN_MS;
	const ofWalls = walls.flatMap(({ picture }) => picture ?? []);
	await store.wantPictures(db, ofWalls, clock.now());
	let isChanged = false;
	while (clock.now() < endMs) {
		const nowMs = clock.now();
		const due = await store.claimPictures(db, nowMs, nowMs + CLAIM_MS, AT_ONCE);
		if (due.length === 0) break;
		const changed = await Promise.all(due.map((one) => renewPicture(deps, one)));
		isChanged ||= changed.includes(true);
	}
	await store.deletePictures(db, clock.now() - UNWANTED_MS);
	if (!isChanged) return;
	await store.touchFeeds(db);
	publish(OFFERS_CHANGED);
}

async function renewPicture(deps: PicturesDeps, { source, hash: before, failures }: DuePicture) {
	const { db, clock, pictures, offerPictureOrigins } = deps;
	try {
		const fetched = await fetchPicture(source, offerPictureOrigins);
		const bytes = await pictures.remake(fetched, { side: PICTURE_SIZE, fit: 'cover' });
		const hash = createHash('sha256').update(bytes).digest('base64url');
		await store.keepPicture(db, { source, hash, bytes }, clock.now() + LOOK_AGAIN_MS);
		return hash !== before;
	} catch (error) {
		if (!(error instanceof PictureRefused)) throw error;
		const pauseMs = Math.min(HOUR_MS * 2 ** failures, LOOK_AGAIN_MS);
		await store.failPicture(db, source, error.message, clock.now() + pauseMs);
		return false;
	}
}

/** @throws PictureRefused unless a public address answers without a redirect. */
export async function fetchPicture(source: string, trusted: readonly string[]): Promise<Buffer> {
	const { protocol, origin } = new URL(source);
	const isTrusted = trusted.includes(origin);
	if (protocol !== 'https:' && !isTrusted) throw new PictureRefused('not an https URL');
	const limits = { timeoutMs: TIMEOUT_MS, bodyBytesMax: BYTES_MAX, isPublicOnly: !isTrusted };
	const headers = { accept: 'image/webp,image/png,image/jpeg' };
	const { status, bytes } = await fetchOutside({ method: 'GET', url: source, headers, ...limits }).catch((error) => {
		throw error instanceof NoAnswer ? new PictureRefused(error.message.slice(0, 200)) : error;
	});
	if (status !== 200) throw new PictureRefused(`HTTP status ${status}`);
	return bytes;
}
