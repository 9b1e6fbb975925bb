import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { defaultBranding } from './contract/branding.ts';
import { compileTexts } from './scripts/web/compile-texts.mjs';
import { testsByKind } from './test/kinds-of-tests.ts';
import { WAIT_MS } from './test/support/wait-ms.ts';

await compileTexts({ folder: join(import.meta.dirname, 'web/texts'), words: defaultBranding });

const tests = testsByKind();
/** Downloads and external links must not navigate away from the test page. */
const page = {
	environment: 'happy-dom',
	environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
};
const globalSetup = ['test/support/global-setup.ts'];
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/lootpass/compiled-for-tests');

export default defineConfig({
	// Leaves `await using` to Node.js.
	oxc: { target: 'esnext' },
	test: {
		globals: true,
		setupFiles: ['test/support/patient-waits.ts'],
		// Two cores; a third worker fills idle time.
		maxWorkers: 3,
		// Long enough for a busy machine; hangs are still found.
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: { poll: { timeout: WAIT_MS } },
		// Processes first: they often wait, so they leave cores to the browser journeys of the gate.
		sequence: { groupOrder: 1 },
		projects: [
			// Modules load once per worker, so tests must restore stubs and fakes.
			{ extends: true, test: { name: 'pure', include: tests.pure, isolate: false } },
			{ extends: true, test: { name: 'pages', include: tests.pages, isolate: false, ...page } },
			// These pages keep module state.
			{ extends: true, test: { name: 'pages-alone', include: tests['pages-alone'], ...page } },
			{ extends: true, test: { name: 'database', include: tests.database, isolate: false, globalSetup } },
			{
				extends: true,
				test: { name: 'processes', include: tests.processes, globalSetup, sequence: { groupOrder: 0 } },
			},
		],
	},
});
