import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { PlatformClient } from './client.ts';

const thumbnails = z.object({
	data: z.array(z.object({ targetId: z.int(), state: z.string(), imageUrl: z.string().nullish() })),
});

const PENDING_TRIES = 3;
const PENDING_DELAY_MS = 500;

export async function findAvatarUrl(
	client: PlatformClient,
	thumbnailsUrl: string,
	userId: number,
): Promise<string | undefined> {
	const url = `${thumbnailsUrl}/v1/users/avatar-headshot?userIds=${userId}&size=150x150&format=Png&isCircular=false`;
	for (let tries = 1; ; tries += 1) {
		const answer = await client.request({ url }, thumbnails);
		const picture = answer.ok ? answer.value.data.find(({ targetId }) => targetId === userId) : undefined;
		if (picture?.state !== 'Pending' || tries === PENDING_TRIES) return finishedUrl(picture);
		await sleep(PENDING_DELAY_MS);
	}
}

export const ICONS_AT_ONCE = 50;

export async function listIconUrls(
	client: PlatformClient,
	thumbnailsUrl: string,
	universeIds: readonly number[],
): Promise<Map<number, string>> {
	const query = `universeIds=${universeIds.join(',')}&size=150x150&format=Png&returnPolicy=PlaceHolder`;
	const answer = await client.request({ url: `${thumbnailsUrl}/v1/games/icons?${query}` }, thumbnails);
	const icons = new Map<number, string>();
	for (const picture of answer.ok ? answer.value.data : []) {
		const url = finishedUrl(picture);
		if (url) icons.set(picture.targetId, url);
	}
	return icons;
}

function finishedUrl(picture: { state: string; imageUrl?: string | null | undefined } | undefined): string | undefined {
	const isReady = picture?.state === 'Completed' && /^https?:\/\//.test(picture.imageUrl ?? '');
	return isReady ? (picture.imageUrl ?? undefined) : undefined;
}
