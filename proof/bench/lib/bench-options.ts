export type BenchOptions = {
	seconds: number;
	/** Writes a CPU profile of each measured process to build/bench. */
	profile: boolean;
	/** How many credits, or earlier withdrawals, the books contain before the last measurement. */
	filled: number;
	/** The data folder to measure on. Undefined: the bench makes and removes one. */
	data?: string | undefined;
	/** Pages of `web` or layouts of `withdrawals`. Empty: all. */
	only: readonly string[];
};
