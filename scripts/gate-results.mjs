import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, unsteady?: string[], failures?: string[] }} Counts
 * `unsteady`: those that passed only when repeated, `failures`: those that failed; a line for each, and why.
 */

/** Flaky journeys allowed per run. With more, all count as failed. */
export const UNSTEADY_MAX = 2;

/** A file that fails to load counts as failed. @returns {Counts} */
export function countVitest(report) {
	const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests + unloaded.length,
		skipped: report.numPendingTests + report.numTodoTests,
		failures: report.testResults.flatMap(failuresOfFile),
	};
}

/** @returns {Counts} */
export function countPlaywright({ suites, stats, errors }) {
	const unsteady = suites.flatMap((suite) => journeysOf(suite, 'flaky'));
	const forgiven = unsteady.length <= UNSTEADY_MAX ? unsteady.length : 0;
	return {
		passed: stats.expected + forgiven,
		failed: stats.unexpected + (stats.flaky - forgiven) + errors.length,
		skipped: stats.skipped,
		unsteady,
		failures: [
			...suites.flatMap((suite) => journeysOf(suite, 'unexpected')),
			...errors.map(({ message }) => line(message)),
		],
	};
}

function failuresOfFile({ name, message, status, assertionResults }) {
	const file = name?.split('/').at(-1);
	const failed = assertionResults.filter((result) => result.status === 'failed');
	if (status === 'failed' && failed.length === 0) return [`${file}: ${line(message)}`];
	return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${line(failureMessages?.[0])}`);
}

function journeysOf({ file, specs = [], suites = [] }, wanted) {
	const here = specs.flatMap(({ title, tests }) =>
		tests.filter(({ status }) => status === wanted).map(({ results }) => `${file} › ${title}: ${failureOf(results)}`),
	);
	return [...here, ...suites.flatMap((suite) => journeysOf(suite, wanted))];
}

/** Joins the errors of a failed journey, because no other output outlives the machine. */
function failureOf(results) {
	const errors = results.flatMap(({ error }) => error ?? []);
	return errors.map(({ message, location }) => `line ${location?.line}: ${line(message)}`).join('; ');
}

function line(message = '') {
	return stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, 300);
}

export function sum(steps) {
	const total = { passed: 0, failed: 0, skipped: 0, unsteady: [], failures: [] };
	for (const { ok, counts } of steps) {
		total.passed += counts?.passed ?? 0;
		total.skipped += counts?.skipped ?? 0;
		total.unsteady.push(...(counts?.unsteady ?? []));
		total.failures.push(...(counts?.failures ?? []));
		total.failed += ok ? (counts?.failed ?? 0) : Math.max(counts?.failed ?? 0, 1);
	}
	return total;
}
