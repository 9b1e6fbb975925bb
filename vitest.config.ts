import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { defaultBranding } from './contract/branding.ts';
import { compileTexts } from './scripts/web/compile-texts.mjs';
import { testsByKind } from './test/kinds-of-tests.ts';
import { WAIT_MS } from './test/support/wait-ms.ts';

await compileTexts({ folder: join(import.meta.dirname, 'web/texts'), words: defaultBranding });

const tests = testsByKind();
/** What is saved or led to outside leaves the page where it is, as in a browser: else no address on it could be read any more. */
const page = {
	environment: 'happy-dom',
	environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
};
/** Starts PostgreSQL, once for all. */
const globalSetup = ['test/support/global-setup.ts'];
// Workers, and what they start, keep what they compiled for the next.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/lootpass/compiled-for-tests');

export default defineConfig({
	test: {
		setupFiles: ['test/support/patient-waits.ts'],
		// Two cores: a third worker uses what the others leave while they wait for processes and disks.
		maxWorkers: 3,
		// What hangs is found in any case; what is slow on a busy machine is no mistake.
		testTimeout: 90_000,
		hookTimeout: 120_000,
		expect: { poll: { timeout: WAIT_MS } },
		projects: [
			// One worker reads each module once for all of its files. What a file stubs or fakes it gives back.
			{ extends: true, test: { name: 'pure', include: tests.pure, isolate: false } },
			{ extends: true, test: { name: 'pages', include: tests.pages, isolate: false, ...page } },
			// What a page remembers of the site it remembers for good.
			{ extends: true, test: { name: 'pages-alone', include: tests['pages-alone'], ...page } },
			{ extends: true, test: { name: 'database', include: tests.database, isolate: false, globalSetup } },
			{ extends: true, test: { name: 'processes', include: tests.processes, globalSetup } },
		],
	},
});
