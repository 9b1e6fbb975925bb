export type BenchOptions = {
	/** How long each measurement lasts. */
	seconds: number;
	/** Writes a CPU profile of each process that is measured to build/bench. */
	profile: boolean;
	/** Credits to put into the books, to measure once more with them; or earlier withdrawals, to measure with them. */
	filled: number;
	/** A data folder to measure on, for benches that can do so without one of their own. */
	data: string | undefined;
	/** What to measure of it, by name. Empty: everything. */
	only: readonly string[];
};
