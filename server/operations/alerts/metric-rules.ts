import { HOUR_MS } from '../../../contract/durations.ts';
import type { Alert } from '../../lib/feature.ts';

export type ReadMetric = (name: string) => Promise<number | undefined>;

/** A metric without a value raises no alert. */
type Rule = { kind: string; metric: string; isWrong(value: number, nowMs: number): boolean; message: string };

const PROVEN_WITHIN_MS = 3 * HOUR_MS;

const rules: readonly Rule[] = [
	{
		kind: 'books',
		metric: 'lootpass_books_hold',
		isWrong: (value) => value === 0,
		message: 'The books don’t balance. Run npm run cli -- check-books for details.',
	},
	{
		kind: 'books-unproven',
		metric: 'lootpass_books_proven_timestamp_seconds',
		isWrong: (value, nowMs) => nowMs - value * 1_000 > PROVEN_WITHIN_MS,
		message: 'The books haven’t been checked for more than three hours.',
	},
];

export async function listMetricAlerts(read: ReadMetric, nowMs: number): Promise<Alert[]> {
	const found = await Promise.all(
		rules.map(async ({ kind, metric, isWrong, message }) => {
			const value = await read(metric);
			return value !== undefined && isWrong(value, nowMs) ? [{ kind, message }] : [];
		}),
	);
	return found.flat();
}
