import { found } from '../../../test/payouts/vendor-orders.ts';
import type { CreateAnswer, InfoAnswer } from '../vendors/vendor.ts';
import { healthOf, openForMs, TRIAL_MS } from './circuit.ts';

const answers: [CreateAnswer | InfoAnswer, ReturnType<typeof healthOf>][] = [
	[{ kind: 'taken', status: '' }, 'good'],
	[{ kind: 'exists' }, 'good'],
	[{ kind: 'refused', reason: 'pass-not-found' }, 'good'],
	[{ kind: 'no-such-order' }, 'good'],
	[{ kind: 'unclear', problem: '' }, 'unclear'],
	[{ kind: 'unclear', problem: '', isLockedOut: true }, 'locked-out'],
	[{ kind: 'not-now', reason: 'rate-limited' }, 'busy'],
	[{ kind: 'not-now', reason: 'key-refused' }, 'locked-out'],
	[{ kind: 'not-now', reason: 'vendor-balance-too-low' }, 'empty'],
	[{ kind: 'not-now', reason: 'not-reached' }, 'unclear'],
	[{ kind: 'turned-down', reason: '' }, 'good'],
	[found({ outcome: 'completed' }), 'good'],
	[found({ outcome: 'failed' }), 'good'],
	[found({ outcome: 'open' }), 'good'],
	[found({ outcome: 'unfunded' }), 'empty'],
];

test.each(answers)('the answer %j shows the vendor as %s', (answer, health) => expect(healthOf(answer)).toBe(health));

test('the circuit opens at the fifth failure in a row, and for longer with each further failure', () => {
	expect([0, 4].map(openForMs)).toEqual([undefined, undefined]);
	expect([5, 6, 9, 10, 1_000].map(openForMs)).toEqual([30_000, 60_000, 480_000, 600_000, 600_000]);
	expect(TRIAL_MS).toBe(30_000);
});
