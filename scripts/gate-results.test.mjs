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

const journey = (title, status) => ({ title, tests: [{ status }] });

test('a journey that passes only when repeated is named', () => {
	const suites = [
		{
			file: 'a.spec.ts',
			specs: [journey('one', 'expected'), journey('two', 'flaky')],
			suites: [{ file: 'a.spec.ts', specs: [journey('three', 'flaky')] }],
		},
	];
	const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 2 };
	expect(countPlaywright({ suites, stats, errors: [{ message: 'no browser' }] })).toEqual({
		passed: 6,
		failed: 2,
		skipped: 2,
		unsteady: ['a.spec.ts › two', 'a.spec.ts › three'],
	});
});

test('three journeys that pass only when repeated have failed', () => {
	const suites = [{ file: 'a.spec.ts', specs: ['one', 'two', 'three'].map((title) => journey(title, 'flaky')) }];
	const stats = { expected: 4, unexpected: 0, flaky: 3, skipped: 0 };
	expect(countPlaywright({ suites, stats, errors: [] })).toMatchObject({ passed: 4, failed: 3 });
});

test('a step that fails without a failed test cannot end in "0 failed"', () => {
	const steps = [
		{ ok: false },
		{ ok: false, counts: { passed: 3, failed: 0, skipped: 1 } },
		{ ok: false, counts: { passed: 1, failed: 2, skipped: 0 } },
		{ ok: true, counts: { passed: 6, failed: 0, skipped: 0, unsteady: ['a.spec.ts › two'] } },
		{ ok: true },
	];
	expect(sum(steps)).toEqual({ passed: 10, failed: 4, skipped: 1, unsteady: ['a.spec.ts › two'] });
});
