/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * Counts the tests in the report of vitest's `json` reporter. A file that could not even be loaded has no tests to count;
 * it is counted as one that failed.
 *
 * @returns {Counts}
 */
export function countVitest(report) {
	const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests + unloaded.length,
		skipped: report.numPendingTests + report.numTodoTests,
	};
}

/**
 * Counts the tests in the report of Playwright's `json` reporter. One that passed only when repeated has failed.
 *
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
	return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * Adds up all steps. One that failed without a failed test of its own (a lint error, a crash) counts as one.
 *
 * @param {{ ok: boolean, counts?: Counts }[]} steps
 * @returns {Counts}
 */
export function sum(steps) {
	const total = { passed: 0, failed: 0, skipped: 0 };
	for (const { ok, counts } of steps) {
		total.passed += counts?.passed ?? 0;
		total.skipped += counts?.skipped ?? 0;
		total.failed += ok ? (counts?.failed ?? 0) : Math.max(counts?.failed ?? 0, 1);
	}
	return total;
}
