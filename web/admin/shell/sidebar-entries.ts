import { exportPermissions } from '../../../contract/admin/exports.ts';
import type { Permission } from '../../../contract/permissions.ts';

/** The groups in their order; without a name come those that belong to none. */
export const groups = ['', 'Money', 'People', 'Partners', 'System'] as const;

export type SidebarEntry = {
	group: (typeof groups)[number];
	label: string;
	to: string;
	/** A path of 24 by 24, drawn as a line. */
	icon: string;
	needs?: readonly Permission[];
};

/** Within its group each in this order. What waits behind an entry is counted by its address (waiting-places.ts). */
export const entries: readonly SidebarEntry[] = [
	{ group: '', label: 'Dashboard', to: '/admin', icon: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z' },
	{ group: 'Money', label: 'Withdrawals', to: '/admin/withdrawals', icon: 'M12 4v12M7 11l5 5 5-5M4 20h16' },
	{
		group: 'Money',
		label: 'Treasury',
		to: '/admin/treasury',
		icon: 'M3 9.5 12 4l9 5.5M4.5 20h15M6 10v7M10 10v7M14 10v7M18 10v7',
		needs: ['read-treasury'],
	},
	{
		group: 'Money',
		label: 'Books',
		to: '/admin/books',
		icon: 'M5 4.5h11.500a2.500 2.500 0 0 1 2.500 2.500v13H7.500A2.500 2.500 0 0 1 5 17.500v-13ZM5 17a2.500 2.500 0 0 1 2.500-2.500H19M9 8.500h6',
		needs: ['read-treasury'],
	},
	{
		group: 'Money',
		label: 'Reconciliation',
		to: '/admin/reconciliation',
		icon: 'M12 4v16M8 20h8M5 7h14M5 7l-3 6h6L5 7ZM19 7l-3 6h6l-3-6Z',
		needs: ['read-treasury'],
	},
	{
		group: 'Money',
		label: 'Promo codes',
		to: '/admin/promo-codes',
		icon: 'M4 12V5a1 1 0 0 1 1-1h7l8 8-8 8-8-8ZM8.5 8.5h.01',
	},
	{
		group: 'People',
		label: 'Users',
		to: '/admin/users',
		icon: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6.5 6.5 0 0 1 3.5 6',
	},
	{
		group: 'People',
		label: 'Fraud check',
		to: '/admin/fraud',
		icon: 'M12 3 5 5.5v6c0 4.5 3 7.5 7 9.5 4-2 7-5 7-9.5v-6L12 3ZM12 8.5v4M12 15.5h.01',
	},
	{
		group: 'People',
		label: 'Messages',
		to: '/admin/threads',
		icon: 'M4 5h16v11H9l-5 4V5ZM8 9h8M8 12.5h5',
		needs: ['read-threads'],
	},
	{
		group: 'People',
		label: 'Missing rewards',
		to: '/admin/claims',
		icon: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .8-1 1.7M12 16.5h.01',
	},
	{
		group: 'Partners',
		label: 'Offerwalls',
		to: '/admin/offerwalls',
		icon: 'M4 5h16v14H4zM4 10h16M10 10v9',
	},
	{
		group: 'System',
		label: 'Recent actions',
		to: '/admin/actions',
		icon: 'M4 12a8 8 0 1 1 2.5 5.8M4 12l-1.5-2M4 12l2-1.5M12 8v4.5l3 1.5',
	},
	{ group: 'System', label: 'Logs', to: '/admin/logs', icon: 'M5 6h14M5 10.5h14M5 15h9M5 19.5h6' },
	{
		group: 'System',
		label: 'Staff',
		to: '/admin/staff',
		icon: 'M4 7h16v12H4zM9 4.5h6V7H9zM9.5 12a1.5 1.5 0 1 0 0-.01M7 16.5a2.5 2.5 0 0 1 5 0M15 11.5h2.5M15 15h2.5',
		needs: ['read-staff'],
	},
	{
		group: 'System',
		label: 'End of service',
		to: '/admin/wind-down',
		icon: 'M12 4v8M7 6.5a8 8 0 1 0 10 0',
		needs: ['read-wind-down'],
	},
	{
		group: 'System',
		label: 'Export',
		to: '/admin/export',
		icon: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6',
		needs: Object.values(exportPermissions),
	},
];
