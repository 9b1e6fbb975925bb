import { defineConfig, devices } from '@playwright/test';
import { browserArguments } from './e2e/support/browser-arguments.ts';
import { findChromium } from './scripts/find-chromium.mjs';

const executablePath = await findChromium();
if (!executablePath) throw new Error('There is no browser for the journeys. Run "npm test", which installs one.');

export default defineConfig({
	testDir: 'e2e',
	outputDir: 'build/journeys',
	globalSetup: './e2e/support/one-product.ts',
	// Two cores, which the product shares: a third worker uses what the others leave while they wait.
	workers: 3,
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	// Only the gate repeats a failed journey, once (`scripts/gate.mjs`).
	retries: 0,
	// What hangs is found in any case; what is slow on a busy machine is no mistake.
	timeout: 120_000,
	expect: { timeout: 20_000 },
	reporter: [['list']],
	use: {
		...devices['Desktop Chrome'],
		// Animations are for people; a check in the middle of one would see neither state.
		contextOptions: { reducedMotion: 'reduce' },
		viewport: { width: 1280, height: 800 },
		launchOptions: { executablePath, args: browserArguments },
		screenshot: 'only-on-failure',
		// A journey that is about it allows it: it stands between a page and what a journey does to its requests.
		serviceWorkers: 'block',
	},
});
