export type BenchOptions = {
	seconds: number;
	/** Writes to build/bench. */
	profile: boolean;
	/** Earlier credits or withdrawals. */
	filled: number;
	/** Undefined: a temporary folder. */
	data?: string | undefined;
	/** Empty: all. */
	only: readonly string[];
};
