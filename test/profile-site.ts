import { afterAll, beforeAll } from 'vitest';
import { defaultWords } from '../contract/words.ts';
import { createSandbox, type Sandbox } from '../sandbox/app.ts';
import type { CallHandlers } from '../server/lib/http/calls.ts';
import { bindData } from '../server/lib/http/data.ts';
import { createLiveHub, type LiveHub } from '../server/lib/live-hub.ts';
import { createPlatform } from '../server/platform/platform.ts';
import type { LiveSource } from '../server/profiles/live-stream.ts';
import { profileCalls, profileData } from '../server/profiles/routes.ts';
import type { TestDatabase } from './database.ts';
import { openSite, quietLog, type Site, type SiteOptions } from './identity-site.ts';

export type ProfileSite = Site & { live: LiveHub };

/** Starts the played game platform for the tests of a file. */
export function openPlatform(): { origin(): string } {
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		sandbox = await createSandbox({ port: 0 });
	});
	afterAll(() => sandbox?.close());
	return { origin: () => sandbox?.url ?? '' };
}

/** A site with identity and profiles, whose live streams carry `sources`. Two on one database are two nodes. */
export function openProfileSite(
	database: TestDatabase,
	{ platform, sources = [], ...options }: SiteOptions & { platform: { origin(): string }; sources?: LiveSource[] },
): ProfileSite {
	let live: LiveHub | undefined;
	const site = openSite(database, {
		...options,
		extend(app, deps, identity) {
			const hub = createLiveHub({ url: database.appUrl, log: quietLog() });
			live = hub;
			const origin = platform.origin();
			const urls = { users: origin, thumbnails: origin, games: origin, apis: origin };
			const profileDeps = {
				...deps,
				words: defaultWords,
				platform: createPlatform({ urls, clock: deps.clock, log: deps.log }),
				live: hub,
				liveSources: sources,
				listLiveSessions: identity.listLiveSessions,
			};
			bindData(app, profileData(app, profileDeps), identity.authenticate);
			return profileCalls(profileDeps) satisfies Partial<CallHandlers>;
		},
	});
	// Before the database is dropped under it.
	afterAll(() => live?.close());
	return Object.defineProperty(site, 'live', { get: () => live }) as ProfileSite;
}
