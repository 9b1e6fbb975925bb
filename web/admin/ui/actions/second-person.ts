const texts = {
	proposed: 'Needs approval by a second admin under Recent actions. Nothing has changed yet.',
};

export const outcomeUnknown = "The server didn't confirm the change. Check whether it was made before you try again.";

/** Returns a message if the call was proposed instead of executed. */
export function proposedIn(result: unknown): string | undefined {
	return typeof result === 'object' && result !== null && 'proposal' in result ? texts.proposed : undefined;
}

export function unlessProposed<Result>(
	result: Result,
	describe: (done: Exclude<Result, { proposal: string }>) => string,
): string {
	return proposedIn(result) ?? describe(result as Exclude<Result, { proposal: string }>);
}
