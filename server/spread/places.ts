/**
 * Where the rows of each table lie on a site that is spread over machines. All tables stand here (a test compares them with the
 * schema); docs/operations.md describes such a site.
 */
export type Place =
	/** In the shard of the user that this column names; all of these lie together, so a user's transaction is one shard's. */
	| { with: 'user'; by: string; key?: readonly string[] }
	/** By a hash of its own: what is unique over all users. */
	| { with: 'itself'; by: string }
	/** On the coordinator, where Citus keeps it in step: what is written with money is kept with it, or neither is. */
	| { with: 'coordinator' };

const ofUser = { with: 'user', by: 'uid' } as const;
/** Sums of a shard, or what is only added to: any user of that shard is named. */
const ofPart = { with: 'user', by: 'part' } as const;

/** In the order in which they are moved: the first decides where the others lie. */
export const spreadTables: Readonly<Record<string, Exclude<Place, { with: 'coordinator' }>>> = {
	// The books
	wallets: ofUser,
	transfers: ofUser,
	account_buckets: ofPart,
	earnings_buckets: ofPart,
	wallet_totals: ofPart,
	// Money in
	callbacks: { ...ofPart, key: ['part', 'id'] },
	held_credits: ofUser,
	waiting_reversals: ofUser,
	chargebacks: ofUser,
	credited_goals: ofUser,
	claims: ofUser,
	claim_pictures: ofUser,
	// Money out
	withdrawals: ofUser,
	payout_events: ofUser,
	screenings: ofUser,
	notices: ofUser,
	// One transaction is one user's, whoever that is
	wall_transactions: { with: 'itself', by: 'transaction' },
};

/** What decides something in the transaction that moves money. */
export const coordinatorTables: readonly string[] = [
	'users',
	'audit_records',
	'audit_fields',
	'payout_spend',
	'promo_codes',
	'promo_redemptions',
];

/**
 * On the coordinator too, and Citus knows nothing of them, so they take every statement of PostgreSQL: who somebody is, what the
 * site is set to, what is looked at by staff, the queue of jobs. Few rows for each person, or for all.
 */
export const plainTables: readonly string[] = [
	// Accounts
	'auth_user',
	'auth_session',
	'auth_account',
	'auth_verification',
	'auth_jwks',
	'auth_two_factor',
	'linked_game_accounts',
	'game_account_proofs',
	'web_session_codes',
	'action_codes',
	'account_browsers',
	'rate_limits',
	'sign_in_attempts',
	'deleted_account_memory',
	'legal_texts',
	'agreements',
	'staff_invites',
	// What people write
	'threads',
	'thread_messages',
	'thread_codes',
	// Offers and walls
	'offerwall_settings',
	'offerwall_changes',
	'offerwalls',
	'wall_rates',
	'wall_boosts',
	'unkept_callbacks',
	'feeds',
	'offers',
	'clicks',
	'offer_figures',
	'wall_figures',
	'wall_days',
	'pictures',
	'picture_files',
	'wall_payments',
	'wall_reports',
	'report_days',
	'report_differences',
	// Payouts
	'payout_settings',
	'vendor_health',
	'payout_alerts',
	'manual_payouts',
	'payout_reviews',
	'screening_rules',
	'seeds',
	'proposals',
	'adjustment_settings',
	// What happened, and what is derived from it
	'booked_accounts',
	'audit_seals',
	'log_entries',
	'figure_marks',
	'visits',
	'sign_up_cohorts',
	'offer_days',
	'earnings_days',
	'account_days',
	'owed_days',
	'wind_downs',
	'found_cover',
	'sign_in_places',
	'fraud_signals',
	'fraud_cases',
	'fraud_notes',
	'fraud_progress',
	'alert_channels',
	'alert_tellings',
	'backups',
	'backup_archive',
	'restorations',
	// The proof
	'proof_people',
	'proof_keys',
	'proof_checkpoints',
	'proof_settings',
	'proof_checks',
	'transfer_log',
	'transfer_log_chunks',
	'liability_trees',
	'liability_chunks',
];
