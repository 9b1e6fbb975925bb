import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { defaultWords } from './contract/words.ts';
import { compileTexts } from './scripts/compile-texts.mjs';
import { testsByKind } from './test/kinds-of-tests.ts';
import { WAIT_MS } from './test/wait-ms.ts';

await compileTexts({ folder: join(import.meta.dirname, 'web/texts'), words: defaultWords });

const tests = testsByKind();

export default defineConfig({
	test: {
		globalSetup: ['test/global-setup.ts'],
		setupFiles: ['test/patient-waits.ts'],
		// Two cores: one worker each; more would only wait for the database.
		maxWorkers: 2,
		// What hangs is found in any case; what is slow on a busy machine is no mistake.
		testTimeout: 30_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: WAIT_MS } },
		projects: [
			// One worker reads each module once for all of its files. What a file stubs or fakes it gives back.
			{ extends: true, test: { name: 'pure', include: tests.pure, isolate: false } },
			{ extends: true, test: { name: 'database', include: tests.database, isolate: false } },
			{ extends: true, test: { name: 'processes', include: tests.processes } },
		],
	},
});
