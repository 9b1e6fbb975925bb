export type Say = (line: string) => void;

export type TrialOptions = {
	/** Kills, histories or moments, depending on the trial. */
	count: number;
	seed: number;
	/** How long the flood of `overload` lasts. */
	minutes: number;
};

/** Each finding is a sentence about a promise that did not hold. The other fields are figures to print. */
export type Found = { findings: readonly string[] } & Readonly<Record<string, unknown>>;
