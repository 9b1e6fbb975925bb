/** Place of a table on a spread site (docs/operations.md). Citus allows all SQL on tables without a place. */
export type Place =
	/** Co-located with the user's other tables, so that a user's transaction stays in one shard. */
	| { with: 'user'; by: string; key?: readonly string[] }
	/** Distributed by a column of its own, for values that are unique across users. */
	| { with: 'itself'; by: string }
	/** On the coordinator, but known to Citus, so that changes commit atomically with money. */
	| { with: 'coordinator' };

const ofUser = { with: 'user', by: 'uid' } as const;
/** The column `part` holds the id of any user in a shard, to identify the shard. */
const ofPart = { with: 'user', by: 'part' } as const;

/** Tables move in this order; the first one determines the places of the others. */
export const spreadTables: Readonly<Record<string, Exclude<Place, { with: 'coordinator' }>>> = {
	wallets: ofUser,
	transfers: ofUser,
	account_buckets: ofPart,
	earnings_buckets: ofPart,
	wallet_totals: ofPart,
	callbacks: { ...ofPart, key: ['part', 'id'] },
	held_credits: ofUser,
	waiting_reversals: ofUser,
	chargebacks: ofUser,
	credited_goals: ofUser,
	claims: ofUser,
	claim_pictures: ofUser,
	withdrawals: ofUser,
	payout_events: ofUser,
	screenings: ofUser,
	notices: ofUser,
	imported_history: ofUser,
	wall_transactions: { with: 'itself', by: 'transaction' },
};

export const coordinatorTables: readonly string[] = [
	'users',
	'audit_records',
	'audit_fields',
	'payout_spend',
	'promo_codes',
	'promo_redemptions',
	'bounties',
	'imported_accounts',
	'event_deliveries',
];
