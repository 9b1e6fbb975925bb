import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../sites/test-cluster.ts';
import { startTestServer } from '../sites/test-server.ts';
import type { ServerUrls } from './cloned-database.ts';

declare module 'vitest' {
	interface ProvidedContext {
		postgres: ServerUrls;
	}
}

/** Global, because Vitest loads this file once per project. */
const ofThisRun = globalThis as typeof globalThis & {
	lootpassTestServer?: Promise<ServerUrls & { stop(): Promise<void> }>;
};

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
	ofThisRun.lootpassTestServer ??= process.env.LOOTPASS_TEST_SPREAD ? startTestCluster() : startTestServer();
	const { superuserUrl, ownerUrl, appUrl, workerUrls, stop } = await ofThisRun.lootpassTestServer;
	project.provide('postgres', { superuserUrl, ownerUrl, appUrl, ...(workerUrls && { workerUrls }) });
	return stop;
}
