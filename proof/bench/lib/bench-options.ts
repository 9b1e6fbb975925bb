export type BenchOptions = {
	seconds: number;
	/** Writes CPU profiles to build/bench. */
	profile: boolean;
	/** Number of credits or withdrawals to insert before measuring. */
	filled: number;
	/** Folder for PostgreSQL's data; temporary if undefined. */
	data?: string | undefined;
	/** Parts to measure; empty means all. */
	only: readonly string[];
};
