import type { TestProject } from 'vitest/node';
import { startTestServer } from '../sites/test-server.ts';

declare module 'vitest' {
	interface ProvidedContext {
		postgres: { superuserUrl: string; ownerUrl: string; appUrl: string };
	}
}

/** Vitest's global set-up: one server for all workers, stopped after the last of them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
	const { superuserUrl, ownerUrl, appUrl, stop } = await startTestServer();
	project.provide('postgres', { superuserUrl, ownerUrl, appUrl });
	return stop;
}
