import { DAY_MS } from '../durations.ts';

/** The privacy page, jobs and a schema test use these entries. A table may appear twice, for different rows. */

/** `contract`: needed for the service. `interest`: fraud prevention and debugging. `law`: mandatory accounting records. */
export type Basis = 'contract' | 'interest' | 'law';
/** A number of days, until account deletion, or forever if the rows identify no user after deletion. */
export type RetentionPeriod = number | 'account' | 'for-good';
type Entry = {
	tables: readonly string[];
	basis: Basis;
	period: RetentionPeriod;
	/** The job that clears the rows, in addition to account deletion. */
	job?: string;
	/** True if `period` is only the default of a setting. */
	isSetting?: true;
};

const entries = {
	account: {
		tables: [
			'users',
			'auth_user',
			'auth_account',
			'auth_two_factor',
			'passkeys',
			'linked_game_accounts',
			'credited_goals',
			'agreements',
			'former_addresses',
			'external_ids',
			'invite_codes',
			'saved_views',
			'weekly_mails',
			'imported_history',
		],
		basis: 'contract',
		period: 'account',
	},
	unfinished: { tables: ['auth_user'], basis: 'contract', period: 1, job: 'forget-expired-sign-ins' },
	sessions: {
		tables: ['auth_session', 'push_subscriptions'],
		basis: 'contract',
		period: 30,
		job: 'forget-expired-sign-ins',
	},
	codes: {
		tables: [
			...['action_codes', 'web_session_codes', 'auth_verification', 'game_account_proofs', 'staff_invites'],
			'sign_in_attempts',
		],
		basis: 'contract',
		period: 1,
		job: 'forget-expired-sign-ins',
	},
	counters: { tables: ['rate_limits'], basis: 'interest', period: 1, job: 'forget-rate-limits' },
	threadLinks: { tables: ['thread_codes'], basis: 'contract', period: 14, job: 'forget-thread-codes' },
	browsers: { tables: ['account_browsers'], basis: 'interest', period: 180, job: 'forget-expired-sign-ins' },
	importedPasswords: { tables: ['imported_passwords'], basis: 'contract', period: 180, job: 'forget-expired-sign-ins' },
	places: { tables: ['sign_in_places'], basis: 'interest', period: 180, job: 'forget-places' },
	joined: { tables: ['joined_countries'], basis: 'law', period: 'for-good' },
	sources: { tables: ['account_sources'], basis: 'interest', period: 400, job: 'forget-sources' },
	suspicion: {
		tables: ['fraud_signals', 'fraud_cases', 'fraud_notes', 'partner_standings'],
		basis: 'interest',
		period: 'account',
	},
	events: { tables: ['log_entries'], basis: 'interest', period: 90, job: 'forget-events' },
	deliveries: { tables: ['event_deliveries'], basis: 'interest', period: 30, job: 'forget-event-deliveries' },
	clicks: { tables: ['clicks'], basis: 'contract', period: 90, job: 'count-offer-figures' },
	callbacks: { tables: ['callbacks', 'unkept_callbacks'], basis: 'law', period: 180, job: 'forget-callbacks' },
	unsigned: { tables: ['callbacks'], basis: 'interest', period: 7, job: 'forget-callbacks' },
	notices: { tables: ['notices'], basis: 'contract', period: 182, job: 'forget-notices' },
	letters: { tables: ['threads', 'thread_messages', 'claims'], basis: 'contract', period: 'account' },
	pictures: { tables: ['claim_pictures'], basis: 'contract', period: 30, job: 'forget-claim-pictures' },
	books: {
		tables: [
			...['transfers', 'wallets', 'wall_transactions', 'held_credits', 'chargebacks', 'waiting_reversals'],
			...[
				'withdrawals',
				'screenings',
				'payout_events',
				'payout_reviews',
				'manual_payouts',
				'payout_codes',
				'bounties',
				'partner_codes',
			],
			...['promo_redemptions', 'proposals', 'audit_records', 'audit_fields', 'audit_seals', 'imported_accounts'],
			'external_ids',
			// A user's key in this table is deleted with the account.
			'proof_people',
		],
		basis: 'law',
		period: 'for-good',
	},
	liabilities: {
		tables: ['liability_trees', 'liability_chunks'],
		basis: 'contract',
		period: 30,
		job: 'forget-liability-trees',
	},
	memory: {
		tables: ['deleted_account_memory'],
		basis: 'interest',
		period: 180,
		job: 'forget-deleted-accounts',
		isSetting: true,
	},
	backups: { tables: ['backups', 'backup_archive'], basis: 'interest', period: 14, job: 'back-up', isSetting: true },
} as const satisfies Record<string, Entry>;

export type RetentionName = keyof typeof entries;
export const retention: Readonly<Record<RetentionName, Entry>> = entries;

type InDays = {
	[Name in RetentionName]: (typeof entries)[Name]['period'] extends number ? Name : never;
}[RetentionName];

export const retentionDays = (name: InDays): number => entries[name].period;

export const retentionMs = (name: InDays): number => retentionDays(name) * DAY_MS;

export const tablesWithoutUsers = (
	'account_buckets account_days booked_accounts wallet_totals earnings_buckets earnings_days figure_marks visits ' +
	'sign_up_cohorts offer_days fraud_progress found_cover seeds auth_jwks offerwalls offerwall_settings ' +
	'offerwall_changes wall_rates wall_boosts wall_days wall_figures wall_payments wall_reports report_days ' +
	'report_differences feeds offers offer_figures offer_completions offer_promises hidden_offers pictures ' +
	'picture_files promo_codes adjustment_settings screening_rules payout_settings payout_methods bounty_terms ' +
	'source_days source_switches payout_spend vendor_health payout_alerts alert_channels alert_tellings ' +
	'restorations legal_texts wind_downs owed_days transfer_log transfer_log_chunks machine_keys untaken_secrets ' +
	'event_endpoints staff_providers published_earnings cosignatures witness_problems proof_keys proof_checkpoints ' +
	'proof_settings proof_checks imports site_settings'
).split(' ');
