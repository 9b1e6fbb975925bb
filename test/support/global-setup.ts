import type { TestProject } from 'vitest/node';
import { startTestServer } from '../sites/test-server.ts';

declare module 'vitest' {
	interface ProvidedContext {
		postgres: { superuserUrl: string; ownerUrl: string; appUrl: string };
	}
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
	const { superuserUrl, ownerUrl, appUrl, stop } = await startTestServer();
	project.provide('postgres', { superuserUrl, ownerUrl, appUrl });
	return stop;
}
