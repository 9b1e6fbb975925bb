const texts = {
	proposed: 'Needs approval by a second admin under Recent actions. Nothing has changed yet.',
};

/** The error of an action if the server gave no sentence. */
export const outcomeUnknown = 'The server didn’t confirm the change. Check whether it was made before you try again.';

/** What came of a call, in a sentence, where it waits for a second person instead. */
export function proposedIn(result: unknown): string | undefined {
	return typeof result === 'object' && result !== null && 'proposal' in result ? texts.proposed : undefined;
}

/** `told` says what was done, of what a call answers once it was. */
export function unlessProposed<Result>(
	result: Result,
	told: (done: Exclude<Result, { proposal: string }>) => string,
): string {
	return proposedIn(result) ?? told(result as Exclude<Result, { proposal: string }>);
}
