export const outcomeUnknown = "The server didn't confirm the change. Check whether it was made before you try again.";

/** Returns a message if the call was proposed instead of executed. */
export function proposedIn(result: unknown): string | undefined {
	if (typeof result !== 'object' || result === null || !('proposal' in result)) return undefined;
	return 'applies_at' in result
		? 'Applies in 24 hours, unless you stop it under Recent actions.'
		: 'Needs approval by a second admin under Recent actions. Nothing has changed yet.';
}

export function unlessProposed<Result>(
	result: Result,
	describe: (done: Exclude<Result, { proposal: string }>) => string,
): string {
	return proposedIn(result) ?? describe(result as Exclude<Result, { proposal: string }>);
}
