import { defineConfig } from 'vitest/config';
import { testsByKind } from '../../../test/kinds-of-tests.ts';

const include = (process.env.LOOTPASS_RULE_TESTS ?? '').split(',');
const { database } = testsByKind();

export default defineConfig({
	test: {
		globals: true,
		include,
		maxWorkers: 1,
		isolate: false,
		globalSetup: include.some((test) => database.includes(test)) ? ['test/support/global-setup.ts'] : [],
		setupFiles: ['test/support/patient-waits.ts'],
		testTimeout: 90_000,
		hookTimeout: 120_000,
	},
});
