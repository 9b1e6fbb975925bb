/** What admins can take along as CSV: `GET /data/admin/export/{table}.csv`. This file imports nothing, as the page lists them. */
export const exportTables = [
	'users',
	'transfers',
	'withdrawals',
	'order-events',
	'callbacks',
	'held-credits',
	'chargebacks',
	'actions',
	'adjustments',
	'promo-codes',
	'promo-redemptions',
	'fraud-cases',
	'manual-payouts',
	'settlements',
	'differences',
	'log',
	'yearly-totals',
] as const;
export type ExportTable = (typeof exportTables)[number];

/** About how many rows there are, for a progress bar; the database's own estimate. */
export const EXPORT_ROWS_HEADER = 'x-estimated-rows';
