import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { defaultWords } from './contract/words.ts';
import { compileTexts } from './scripts/compile-texts.mjs';

await compileTexts({ folder: join(import.meta.dirname, 'web/texts'), words: defaultWords });

export default defineConfig({
	test: {
		include: ['{contract,server,sandbox,web,test,scripts,bench}/**/*.test.{ts,tsx,mjs}'],
		globalSetup: ['test/global-setup.ts'],
		// Two cores: one worker each; more would only wait for the database.
		maxWorkers: 2,
		testTimeout: 15_000,
		hookTimeout: 30_000,
	},
});
