/** No imports, so that the browser need not load the schema library. */

export const postbackOutcomes = [
	'booked',
	'reversed',
	/** The reversal exceeded its credit, so only the credit was taken back. */
	'capped',
	'replayed',
	'waiting',
	'unknown-user',
	'conflict',
	'held',
	'cancelled',
	'zero',
	'screen-out',
	'noted',
	'test',
	'switched-off',
	'bad-signature',
	/** Signed, but not as the wall is configured; replayable after a fix. */
	'not-understood',
	'malformed',
	'forbidden',
] as const;

/** Internal states; users see `withdrawalStatuses`. */
export const withdrawalStates = [
	'requested',
	'screening',
	'sending',
	'unknown',
	'needs-review',
	'completed',
	'failed',
] as const;
export const payoutVendors = ['rbxcrate', 'rocheap', 'manual'] as const;

/** Unit of each rule's threshold; null for a rule without a threshold. */
export const screeningUnits = {
	/** R$ requested in 24 hours. */
	amount: 'currency',
	score: 'points',
	'shared-game-account': null,
	'first-payout': null,
	'young-game-account': 'hours',
	'young-sign-in': 'hours',
	/** R$ requested in 24 hours, while a change of the email address can be undone. */
	'changed-address': 'currency',
	'partner-standing': null,
	/** R$ requested in the calendar year (UTC), until staff release a withdrawal of that year. */
	'yearly-total': 'currency',
} as const;

export const rulesForPerson: ReadonlySet<keyof typeof screeningUnits> = new Set([
	'score',
	'shared-game-account',
	'partner-standing',
	'yearly-total',
]);

export const dateForms = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY', 'MM-DD-YYYY', 'DD.MM.YYYY'] as const;

export const userActions = ['earned', 'paid', 'paid-in-30-days'] as const;
export type UserAction = (typeof userActions)[number];
