import type { Permission } from '../permissions.ts';

export const exportPermissions = {
	users: 'export-people',
	transfers: 'export-money',
	withdrawals: 'export-money',
	'order-events': 'export-money',
	callbacks: 'export-money',
	'held-credits': 'export-money',
	chargebacks: 'export-money',
	actions: 'export-records',
	adjustments: 'export-money',
	proposals: 'export-records',
	'promo-codes': 'export-money',
	'promo-redemptions': 'export-money',
	'fraud-cases': 'export-fraud',
	'manual-payouts': 'export-money',
	settlements: 'export-money',
	differences: 'export-money',
	log: 'export-records',
	'yearly-totals': 'export-money',
} as const satisfies Record<string, Permission>;

export type ExportTable = keyof typeof exportPermissions;
export const exportTables = Object.keys(exportPermissions) as ExportTable[];

export function exportedTable(file: string): ExportTable | undefined {
	return exportTables.find((table) => `${table}.csv` === file);
}

export function permissionToExport(file: string): Permission {
	const table = exportedTable(file);
	return table ? exportPermissions[table] : 'read-dashboard';
}

export const EXPORT_ROWS_HEADER = 'x-estimated-rows';
