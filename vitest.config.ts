import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { defaultWords } from './contract/words.ts';
import { compileTexts } from './scripts/compile-texts.mjs';
import { WAIT_MS } from './test/wait-ms.ts';

await compileTexts({ folder: join(import.meta.dirname, 'web/texts'), words: defaultWords });

export default defineConfig({
	test: {
		include: ['{contract,server,sandbox,web,test,scripts,bench}/**/*.test.{ts,tsx,mjs}'],
		globalSetup: ['test/global-setup.ts'],
		setupFiles: ['test/patient-waits.ts'],
		// Two cores: one worker each; more would only wait for the database.
		maxWorkers: 2,
		// What hangs is found in any case; what is slow on a busy machine is no mistake.
		testTimeout: 30_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: WAIT_MS } },
	},
});
