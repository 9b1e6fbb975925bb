export type BenchOptions = {
	seconds: number;
	/** Writes a CPU profile of each process that is measured to build/bench. */
	profile: boolean;
	/** Credits, or earlier withdrawals, to put into the books before measuring once more. */
	filled: number;
	/** How many of the product serve, for benches that start it as an operator does where this is given. */
	processes: number | undefined;
	/** A data folder to measure on, for benches that can do so without one of their own. */
	data: string | undefined;
	only: readonly string[];
};
