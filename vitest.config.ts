import { defineConfig } from 'vitest/config';

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
