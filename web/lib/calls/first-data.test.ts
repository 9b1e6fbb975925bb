import { accountAnswer } from '../../../contract/accounts/identity.ts';
import { calls } from '../../../contract/calls.ts';
import { exampleOf } from '../../test/example-of.ts';
import { account, UID } from '../../test/fake-server.ts';
import { firstData } from './first-data.ts';

const take = (payload: object) => firstData.take('getOffers', payload);

function keep(): void {
	const page = { getOffers: { payload: { order: 'recommended', device: null }, result: 'offers' } };
	const start = exampleOf(calls.getStart.output, { user: { uid: UID }, page });
	firstData.keep({ token: '', expiresAt: 0, account: exampleOf(accountAnswer, account), start });
}

test('an answer is used once, by a request with the same payload, within ten seconds', () => {
	vi.useFakeTimers();
	keep();
	expect(take({ order: 'recommended', device: 'ios' })).toBeUndefined();
	expect(take({ cursor: undefined, device: null, order: 'recommended' })).toBe('offers');
	expect(take({ order: 'recommended' })).toBeUndefined();
	keep();
	vi.advanceTimersByTime(10_000);
	expect(take({ order: 'recommended' })).toBeUndefined();
	vi.useRealTimers();
});

test.each([undefined, 'another'])('nothing is left when the user becomes %s', (uid) => {
	keep();
	expect(firstData.continueFor(UID)).toMatchObject({ user: { uid: UID } });
	expect([firstData.continueFor(uid), take({ order: 'recommended' }), firstData.take('account')]).toEqual([
		null,
		undefined,
		undefined,
	]);
});
