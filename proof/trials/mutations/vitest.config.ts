import { defineConfig } from 'vitest/config';

/** Stryker's: the tests of one file of rules, which `prove-mutations.ts` names. */
export default defineConfig({
	test: { include: (process.env.LOOTPASS_RULE_TESTS ?? '').split(','), maxWorkers: 1, isolate: false },
});
