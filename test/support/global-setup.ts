import type { TestProject } from 'vitest/node';
import type { EmbeddedPostgres } from '../../server/lib/postgres/embedded-postgres.ts';
import { startTestServer } from '../sites/test-server.ts';

declare module 'vitest' {
	interface ProvidedContext {
		postgres: { superuserUrl: string; ownerUrl: string; appUrl: string };
	}
}

/** Vitest loads this file again for each project of a run. */
const ofThisRun = globalThis as typeof globalThis & { lootpassTestServer?: Promise<EmbeddedPostgres> };

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
	ofThisRun.lootpassTestServer ??= startTestServer();
	const { superuserUrl, ownerUrl, appUrl, stop } = await ofThisRun.lootpassTestServer;
	project.provide('postgres', { superuserUrl, ownerUrl, appUrl });
	return stop;
}
