/**
 * @typedef {{ passed: number, failed: number, skipped: number, unsteady?: string[] }} Counts `unsteady`: the names of
 * those that passed only when repeated.
 */

/** How many journeys may need a second try in one run; docs/decisions/0016. */
export const UNSTEADY_MAX = 2;

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
 * Counts the tests in the report of Playwright's `json` reporter. One that passed only when repeated is named, and when
 * there are more of them than UNSTEADY_MAX they have all failed.
 *
 * @returns {Counts}
 */
export function countPlaywright({ suites, stats, errors }) {
	const unsteady = suites.flatMap(titlesOfUnsteady);
	const forgiven = unsteady.length <= UNSTEADY_MAX ? unsteady.length : 0;
	return {
		passed: stats.expected + forgiven,
		failed: stats.unexpected + (stats.flaky - forgiven) + errors.length,
		skipped: stats.skipped,
		unsteady,
	};
}

function titlesOfUnsteady({ file, specs = [], suites = [] }) {
	const here = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
	return [...here.map(({ title }) => `${file} › ${title}`), ...suites.flatMap(titlesOfUnsteady)];
}

/**
 * Adds up all steps. One that failed without a failed test of its own (a lint error, a crash) counts as one.
 *
 * @param {{ ok: boolean, counts?: Counts }[]} steps
 * @returns {Counts}
 */
export function sum(steps) {
	const total = { passed: 0, failed: 0, skipped: 0, unsteady: [] };
	for (const { ok, counts } of steps) {
		total.passed += counts?.passed ?? 0;
		total.skipped += counts?.skipped ?? 0;
		total.unsteady.push(...(counts?.unsteady ?? []));
		total.failed += ok ? (counts?.failed ?? 0) : Math.max(counts?.failed ?? 0, 1);
	}
	return total;
}
