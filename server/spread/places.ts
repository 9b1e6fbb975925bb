/** Placement of tables on a spread site (docs/operations.md). Citus doesn't know other tables, so all SQL works on them. */
export type Place =
	/** These tables are co-located, so a user's transaction stays in one shard. */
	| { with: 'user'; by: string; key?: readonly string[] }
	/** Distributed by its own column instead of the user, for values unique across users. */
	| { with: 'itself'; by: string }
	/** On the coordinator under Citus, and committed atomically with money. */
	| { with: 'coordinator' };

const ofUser = { with: 'user', by: 'uid' } as const;
/** The id of any user in a shard identifies the shard. */
const ofPart = { with: 'user', by: 'part' } as const;

/** Moved in this order; the first determines the placement of the others. */
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
	wall_transactions: { with: 'itself', by: 'transaction' },
};

export const coordinatorTables: readonly string[] = [
	'users',
	'audit_records',
	'audit_fields',
	'payout_spend',
	'promo_codes',
	'promo_redemptions',
];
