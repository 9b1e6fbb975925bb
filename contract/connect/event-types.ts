export const eventTypes = [
	...(['credit.booked', 'credit.reversed', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.refunded'] as const),
	...(['user.banned', 'claim.opened', 'alert.firing', 'alert.over'] as const),
] as const;
export type EventType = (typeof eventTypes)[number];
