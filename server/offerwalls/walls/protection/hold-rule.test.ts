import { HOUR_MS } from '../../../../contract/durations.ts';
import { asRobuxCents } from '../../../../contract/money.ts';
import type { Partner } from '../../partners/partner.ts';
import { partners } from '../../partners/registry.ts';
import { holdOf, LARGE_CREDIT, SUSPICIOUS_HOLD_HOURS } from './hold-rule.ts';

const now = 1_000;
const signedWall = { partner: partners.wannads as Partner, allowedIps: [], unprotectedUntilMs: 0 };
const hold = (holdHours: number, reward: number) => holdOf({ ...signedWall, holdHours }, asRobuxCents(reward), now);

test('holds a credit above 2,000 R$ for 72 hours even if its wall has a shorter hold', () => {
	expect([LARGE_CREDIT, SUSPICIOUS_HOLD_HOURS]).toEqual([200_000, 72]);
	for (const holdHours of [0, 1, 72]) {
		expect(hold(holdHours, LARGE_CREDIT + 1)).toEqual({ untilMs: now + 72 * HOUR_MS, cause: 'amount' });
	}
	expect(hold(0, LARGE_CREDIT)).toBeUndefined();
});

test('holds every credit for the hours of its wall', () => {
	expect(hold(24, 1)).toEqual({ untilMs: now + 24 * HOUR_MS, cause: undefined });
	expect(hold(100, LARGE_CREDIT + 1)).toEqual({ untilMs: now + 100 * HOUR_MS, cause: 'amount' });
});
