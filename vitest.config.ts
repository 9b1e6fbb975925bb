import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { defaultBranding } from './contract/branding.ts';
import { compileTexts } from './scripts/web/compile-texts.mjs';
import { testsByKind } from './test/kinds-of-tests.ts';
import { WAIT_MS } from './test/support/wait-ms.ts';

await compileTexts({ folder: join(import.meta.dirname, 'web/texts'), words: defaultBranding });

const tests = testsByKind();

export default defineConfig({
	test: {
		globalSetup: ['test/support/global-setup.ts'],
		setupFiles: ['test/support/patient-waits.ts'],
		// Two cores: a third worker uses what the others leave while they wait for processes and disks.
		maxWorkers: 3,
		// What hangs is found in any case; what is slow on a busy machine is no mistake.
		testTimeout: 30_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: WAIT_MS } },
		projects: [
			// One worker reads each module once for all of its files. What a file stubs or fakes it gives back.
			{ extends: true, test: { name: 'pure', include: tests.pure, isolate: false } },
			// What a page remembers of the site it remembers for good.
			{ extends: true, test: { name: 'pages', include: tests.pages, environment: 'happy-dom' } },
			{ extends: true, test: { name: 'database', include: tests.database, isolate: false } },
			{ extends: true, test: { name: 'processes', include: tests.processes } },
		],
	},
});
