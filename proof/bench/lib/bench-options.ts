export type BenchOptions = {
	seconds: number;
	/** Number of credits or withdrawals to insert before measuring. */
	filled: number;
	/** Parts to measure; empty means all. */
	only: readonly string[];
};
