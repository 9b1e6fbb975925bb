import { defineConfig, devices } from '@playwright/test';
import { browserArguments } from './e2e/support/browser-arguments.ts';
import { findChromium } from './scripts/find-chromium.mjs';

const executablePath = await findChromium();
if (!executablePath) throw new Error('There is no browser for the journeys. Run "npm test", which installs one.');

/** Files with their own product. Playwright would run them last, on one worker. */
const longest = ['admin/admin-operations.spec.ts'];

/** A nightly trial with its own site. */
const isFirstDay = process.env.JOURNEYS === 'first-day';

export default defineConfig({
	testDir: isFirstDay ? 'proof/trials/first-day' : 'e2e',
	outputDir: 'build/journeys',
	globalSetup: isFirstDay ? './proof/trials/first-day/production-site.ts' : './e2e/support/one-product.ts',
	workers: 3,
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	// Only the gate retries a failed journey, once (`scripts/gate.mjs`).
	retries: 0,
	// Long enough for a busy machine; hangs are still found.
	timeout: 120_000,
	expect: { timeout: 20_000 },
	reporter: [['list']],
	projects: [
		{ name: 'longest', testMatch: longest },
		{ name: 'others', testIgnore: longest },
	],
	use: {
		...devices['Desktop Chrome'],
		// A check during an animation would see neither state.
		contextOptions: { reducedMotion: 'reduce' },
		viewport: { width: 1280, height: 800 },
		launchOptions: { executablePath, args: browserArguments },
		screenshot: 'only-on-failure',
		// A service worker would intercept the requests of journeys.
		serviceWorkers: 'block',
	},
});
