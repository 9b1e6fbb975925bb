/** No imports, so that the browser need not load the schema library. */
export const staffRoles = ['owner', 'finance', 'support', 'fraud', 'viewer'] as const;
export type StaffRole = (typeof staffRoles)[number];

const everybody: readonly StaffRole[] = ['finance', 'support', 'fraud', 'viewer'];
const money: readonly StaffRole[] = ['finance'];
const ownersAlone: readonly StaffRole[] = [];

/** Owners have every permission; viewers have exactly the `read-` permissions. */
const holders = {
	'read-dashboard': everybody,
	'read-users': everybody,
	'read-user': everybody,
	'read-withdrawals': everybody,
	'read-adjustments': everybody,
	'read-proposals': everybody,
	'read-payouts': everybody,
	'read-offerwalls': everybody,
	'read-callbacks': everybody,
	'read-promotions': everybody,
	'read-fraud': everybody,
	'read-screening': everybody,
	'read-claims': everybody,
	'read-treasury': everybody,
	'read-threads': everybody,
	'read-staff': everybody,
	'read-settings': everybody,
	'read-actions': everybody,
	'read-log': everybody,
	'read-connect': everybody,
	'decide-proposals': ['finance', 'support', 'fraud'],
	'message-users': ['support', 'fraud'],
	'answer-threads': ['finance', 'support', 'fraud'],
	'end-sessions': ['support', 'fraud'],
	'change-standing': ['fraud'],
	'forgive-chargebacks': ['fraud'],
	'handle-fraud': ['fraud'],
	'change-staff': ownersAlone,
	'change-connect': ownersAlone,
	'delete-users': ownersAlone,
	'decide-claims': ['finance', 'support'],
	'adjust-balances': money,
	'decide-withdrawals': money,
	'decide-screening': ['finance', 'fraud'],
	'change-screening': ['fraud'],
	'pay-by-hand': money,
	'change-payouts': money,
	'change-offerwalls': money,
	'replay-callbacks': money,
	'change-promotions': money,
	'change-treasury': money,
	'change-wind-down': ownersAlone,
	'change-settings': ownersAlone,
	'export-people': ownersAlone,
	'export-money': money,
	'export-fraud': ['fraud'],
	'export-records': ownersAlone,
} as const satisfies Record<string, readonly StaffRole[]>;

export type Permission = keyof typeof holders;
export const permissions = Object.keys(holders) as Permission[];

export function isAllowed(role: StaffRole, permission: Permission): boolean {
	const besidesOwners: readonly StaffRole[] = holders[permission];
	return role === 'owner' || besidesOwners.includes(role);
}
