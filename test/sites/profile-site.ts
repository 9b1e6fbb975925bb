import { afterAll, beforeAll } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import type { Dependencies } from '../../server/app/dependencies.ts';
import type { BoundLiveSource } from '../../server/lib/feature.ts';
import type { LiveHub } from '../../server/lib/live-hub.ts';
import { createPlatform } from '../../server/platform/platform.ts';
import type { TestDatabase } from '../support/database.ts';
import { openSite, type Site, type SiteOptions } from './identity-site.ts';

export type ProfileSite = Site & { live: LiveHub };

export function openPlatform(): { origin(): string } {
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		sandbox = await createSandbox({ port: 0 });
	});
	afterAll(() => sandbox?.close());
	return { origin: () => sandbox?.url ?? '' };
}

/** Two sites on one database are two nodes. */
export function openProfileSite(
	database: TestDatabase,
	{ platform, sources = [], ...options }: SiteOptions & { platform: { origin(): string }; sources?: BoundLiveSource[] },
): ProfileSite {
	function replace({ clock, log, liveStreams }: Dependencies): Partial<Dependencies> {
		const origin = platform.origin();
		const urls = { users: origin, thumbnails: origin, games: origin, apis: origin };
		const open: typeof liveStreams.open = (actor, stream) => liveStreams.open(actor, { ...stream, sources });
		return { platform: createPlatform({ urls, clock, log }), liveStreams: { ...liveStreams, open } };
	}
	const site = openSite(database, { ...options, replace });
	return Object.defineProperty(site, 'live', { get: () => site.deps.live }) as ProfileSite;
}
