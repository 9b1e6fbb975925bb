import { expect, test } from 'vitest';
import { countPlaywright, countVitest, sum } from './gate-results.mjs';

test('a test file that does not load counts as failed', () => {
	const report = {
		numPassedTests: 7,
		numFailedTests: 1,
		numPendingTests: 2,
		numTodoTests: 1,
		testResults: [
			{ status: 'failed', assertionResults: [{ status: 'failed' }] },
			{ status: 'failed', assertionResults: [] },
			{ status: 'passed', assertionResults: [{ status: 'passed' }] },
		],
	};
	expect(countVitest(report)).toEqual({ passed: 7, failed: 2, skipped: 3 });
});

test('a journey that passes only when repeated has failed, and so has a run with an error of its own', () => {
	const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
	expect(countPlaywright({ stats, errors: [{ message: 'no browser' }] })).toEqual({ passed: 4, failed: 3, skipped: 2 });
});

test('a step that fails without a failed test cannot end in "0 failed"', () => {
	const steps = [
		{ ok: false },
		{ ok: false, counts: { passed: 3, failed: 0, skipped: 1 } },
		{ ok: false, counts: { passed: 1, failed: 2, skipped: 0 } },
		{ ok: true, counts: { passed: 5, failed: 0, skipped: 0 } },
		{ ok: true },
	];
	expect(sum(steps)).toEqual({ passed: 9, failed: 4, skipped: 1 });
});
