import { expect, test } from 'vitest';
import type { BoundCalls } from '../lib/http/calls.ts';
import { closeEarning, type ReadServiceEnd } from './close-earning.ts';

const call = (name: string) => async () => ({ [name]: true });
const earning = ['getOfferwalls', 'getOffers', 'openOffer', 'redeemPromoCode', 'getPublicStats'] as const;
const others = ['getOffer', 'processWithdrawal'] as const;
const calls = Object.fromEntries([...earning, ...others].map((name) => [name, call(name)])) as unknown as BoundCalls;

function callWith(name: keyof BoundCalls, readServiceEnd: ReadServiceEnd): Promise<unknown> {
	return closeEarning(readServiceEnd, calls)[name](null as never, null as never);
}

test.each([...earning, ...others])('%s works while no end of the service is announced', async (name) => {
	expect(await callWith(name, async () => undefined)).toEqual({ [name]: true });
});

const announced = async () => new Date(1);

test.each(others)('%s still works after the end of the service is announced', async (name) => {
	expect(await callWith(name, announced)).toEqual({ [name]: true });
});

test('an announced end of the service hides offers and refuses to open offers or redeem promo codes', async () => {
	expect(await callWith('getOfferwalls', announced)).toEqual([]);
	expect(await callWith('getOffers', announced)).toEqual({ items: [], nextCursor: null });
	expect(await callWith('getPublicStats', announced)).toEqual({ getPublicStats: true, offers: [] });
	for (const name of ['openOffer', 'redeemPromoCode'] as const) {
		await expect(callWith(name, announced)).rejects.toMatchObject({ details: { reason: 'winding-down' } });
	}
});
