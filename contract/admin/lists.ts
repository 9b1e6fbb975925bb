/** What is chosen from in the admin area. No imports: the browser gets the lists without the schema library. */

export const postbackOutcomes = [
	'booked',
	'reversed',
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
	'not-understood',
	'malformed',
	'forbidden',
] as const;

/** Where an order stands on our side. On the wire to users these are four words (`withdrawalStatuses`). */
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

/** In what the threshold of each is counted; null: it has none. */
export const screeningUnits = {
	/** Above this many R$, with all else that was asked for in 24 hours. */
	amount: 'currency',
	/** A fraud score of this or more. */
	score: 'points',
	/** The game account was, or is to be, paid for another account here. */
	'shared-game-account': null,
	/** Nothing was paid to this user before. */
	'first-payout': null,
	/** The game account was linked less than so long ago. */
	'young-game-account': 'hours',
	/** The device of the latest sign-in was first seen less than so long ago. */
	'young-sign-in': 'hours',
} as const;

/** What these hold waits for a person; everything else goes on by itself. */
export const rulesForPerson: ReadonlySet<keyof typeof screeningUnits> = new Set(['score', 'shared-game-account']);

export const dateForms = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY', 'MM-DD-YYYY', 'DD.MM.YYYY'] as const;

/** What somebody has done: earned anything, was ever paid, was paid within 30 days of signing up. */
export const userDeeds = ['earned', 'paid', 'paid-in-30-days'] as const;
export type UserDeed = (typeof userDeeds)[number];
