import { countPlaywright, countVitest, sum } from './gate-results.mjs';

test('a test file that does not load counts as failed', () => {
	const report = {
		numPassedTests: 7,
		numFailedTests: 1,
		numPendingTests: 2,
		numTodoTests: 1,
		testResults: [
			{
				name: '/a/b/money.test.ts',
				status: 'failed',
				assertionResults: [
					{ status: 'failed', fullName: 'pays once', failureMessages: ['Error: expected 2\n   to be 1'] },
					{ status: 'passed', fullName: 'pays' },
				],
			},
			{ name: '/a/c.test.ts', status: 'failed', message: 'Error: no such file', assertionResults: [] },
			{ name: '/a/d.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
		],
	};
	expect(countVitest(report)).toEqual({
		passed: 7,
		failed: 2,
		skipped: 3,
		failures: ['money.test.ts › pays once: Error: expected 2 to be 1', 'c.test.ts: Error: no such file'],
	});
});

const tried = { error: { message: '\u001b[31mexpected\u001b[39m\n  the wall', location: { line: 7 } } };
const journey = (title, status) => ({
	title,
	tests: [{ status, results: status === 'expected' ? [{}] : [tried, {}] }],
});

test('journeys that pass only on retry are named', () => {
	const suites = [
		{
			file: 'a.spec.ts',
			specs: [journey('one', 'expected'), journey('two', 'flaky'), journey('four', 'unexpected')],
			suites: [{ file: 'a.spec.ts', specs: [journey('three', 'flaky')] }],
		},
	];
	const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 2 };
	expect(countPlaywright({ suites, stats, errors: [{ message: 'no browser' }] })).toEqual({
		passed: 6,
		failed: 2,
		skipped: 2,
		unsteady: ['a.spec.ts › two: line 7: expected the wall', 'a.spec.ts › three: line 7: expected the wall'],
		failures: ['a.spec.ts › four: line 7: expected the wall', 'no browser'],
	});
});

test('three journeys that pass only on retry count as failed', () => {
	const suites = [{ file: 'a.spec.ts', specs: ['one', 'two', 'three'].map((title) => journey(title, 'flaky')) }];
	const stats = { expected: 4, unexpected: 0, flaky: 3, skipped: 0 };
	expect(countPlaywright({ suites, stats, errors: [] })).toMatchObject({ passed: 4, failed: 3 });
});

test('a step that fails without a failed test counts as a failure', () => {
	const steps = [
		{ ok: false },
		{ ok: false, counts: { passed: 3, failed: 0, skipped: 1 } },
		{ ok: false, counts: { passed: 1, failed: 2, skipped: 0, failures: ['a: no', 'b: no'] } },
		{ ok: true, counts: { passed: 6, failed: 0, skipped: 0, unsteady: ['a.spec.ts › two'] } },
		{ ok: true },
	];
	expect(sum(steps)).toEqual({
		passed: 10,
		failed: 4,
		skipped: 1,
		unsteady: ['a.spec.ts › two'],
		failures: ['a: no', 'b: no'],
	});
});
