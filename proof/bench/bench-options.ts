export type BenchOptions = {
	seconds: number;
	/** Writes a CPU profile of each process that is measured to build/bench. */
	profile: boolean;
	/** Credits, or earlier withdrawals, to put into the books before measuring once more. */
	filled: number;
	/** A data folder to measure on, for benches that can do so without one of their own. */
	data: string | undefined;
	only: readonly string[];
};
