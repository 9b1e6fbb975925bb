/** What admins can export as CSV. No imports: the page lists them. */
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

/** The database's own estimate, for a progress bar. */
export const EXPORT_ROWS_HEADER = 'x-estimated-rows';
