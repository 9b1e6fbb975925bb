import fc from 'fast-check';
import { HOUR_MS } from '../../contract/durations.ts';

export type Operation =
	| { do: 'credit'; user: number; wall: Wall; transaction: number; robux: number }
	| { do: 'reverse'; user: number; wall: Wall; transaction: number; robux?: number }
	| { do: 'withdraw'; user: number; robux: number; request: number }
	| { do: 'adjust'; user: number; admin: number; robux: number; request: number }
	| { do: 'decide'; user: number; admin: number; request: number; approve: boolean }
	| { do: 'redeem'; user: number }
	| { do: 'ban' | 'unban' | 'delete'; user: number }
	| { do: 'handle'; user: number; action: 'refund' | 'send-again' | 'mark-paid' | 'cancel' | 'settle' }
	| { do: 'work' | 'release' }
	| { do: 'wait'; minutes: number };

export type Wall = 'now' | 'later';

export const USERS = 3;
export const ADMINS = 2;
export const HOLD_HOURS = 24;
export const BOOST = { hours: 6, percent: 20 };

export const isBoostedAt = (nowMs: number): boolean => Math.floor(nowMs / (BOOST.hours * HOUR_MS)) % 2 === 0;

export type Group = readonly Operation[];
export type History = { seed: number; groups: readonly Group[] };

const AT_ONCE_MAX = 4;
const user = fc.nat(USERS - 1);
const admin = fc.nat(ADMINS - 1);
const request = fc.nat(3);
const transaction = { wall: fc.constantFrom('now' as const, 'now' as const, 'later' as const), transaction: fc.nat(7) };

function drawn<Kind extends string, Fields>(
	weight: number,
	kinds: [Kind, ...Kind[]],
	fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) {
	return { weight, arbitrary: fc.record({ do: fc.constantFrom(...kinds), ...fields }) };
}

const reversal = fc.record(
	{ do: fc.constant('reverse' as const), user, ...transaction, robux: fc.constantFrom(5, 25, 200) },
	{ requiredKeys: ['do', 'user', 'wall', 'transaction'] },
);
const action = fc.constantFrom('refund', 'send-again', 'mark-paid', 'cancel', 'settle');

const operation = fc.oneof(
	drawn(8, ['credit'], { user, ...transaction, robux: fc.constantFrom(25, 25, 25, 100) }),
	{ weight: 2, arbitrary: reversal },
	drawn(5, ['withdraw'], { user, robux: fc.constantFrom(5, 10, 25, 50, 100), request }),
	drawn(1, ['adjust'], { user, admin, robux: fc.constantFrom(-600, -40, -5, 5, 600), request }),
	drawn(1, ['decide'], { user, admin, request, approve: fc.boolean() }),
	drawn(2, ['unban', 'unban', 'ban'], { user }),
	drawn(1, ['redeem'], { user }),
	drawn(1, ['handle'], { user, action }),
	drawn(5, ['work', 'work', 'release'], {}),
) as fc.Arbitrary<Operation>;

const deletion = fc.record({ do: fc.constant('delete' as const), user });

export function histories({ length, hours }: { length: number; hours: number }): fc.Arbitrary<History> {
	const wait = fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: hours * 60 }) });
	const group = fc.oneof(
		{ weight: 30, arbitrary: fc.array(operation, { minLength: 1, maxLength: AT_ONCE_MAX, size: 'max' }) },
		{ weight: 10, arbitrary: fc.tuple(wait) },
		{ weight: 1, arbitrary: fc.tuple(operation, deletion) },
	);
	return fc.record({ seed: fc.noShrink(fc.nat()), groups: fc.array(group, { maxLength: length, size: 'max' }) });
}
