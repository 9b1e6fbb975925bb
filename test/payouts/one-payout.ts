import { beforeEach, expect } from 'vitest';
import { rowOf, rowsOf } from '../../server/lib/db/database.ts';
import type { Actor } from '../../server/lib/http/callers.ts';
import { type SendRequest, sendRequest } from '../../server/lib/http/outbound.ts';
import type { PayoutDeps } from '../../server/withdrawals/payouts/record-outcome.ts';
import type { TestDatabase } from '../support/database.ts';
import type { openPayouts } from './payouts.ts';

export const CREATE = '/orders/gamepass';
export const INFO = '/orders/info';

type StoredOrder = { state: string; attempts: number; refusal: string | null; vendor_status: string | null };

export function openOnePayout({ owner }: TestDatabase, payouts: ReturnType<typeof openPayouts>, amount = 50) {
	let actor = {} as Actor;
	let orderId = '';

	async function renew(): Promise<void> {
		actor = await payouts.newUser(100);
		orderId = (await payouts.submit(actor, { amount })).order_id;
	}
	beforeEach(renew);

	async function expectNotifiedOnce(kind: string): Promise<void> {
		const rows = await rowsOf(owner)`
			select n.kind, count(j.id)::int as mails from notices n
			left join graphile_worker._private_jobs j on j.payload->>'uid' = n.uid::text and j.payload->>'id' = n.id::text
			where n.uid = ${actor.uid} group by n.id, n.kind
		`;
		expect(rows).toEqual([{ kind, mails: 1 }]);
	}

	async function work(deps?: PayoutDeps): Promise<void> {
		await payouts.work(actor.uid, deps);
	}

	async function workUntilClosed(deps?: PayoutDeps, hours?: number): Promise<void> {
		await payouts.workUntilClosed(actor.uid, deps, hours);
	}

	async function expectPaidOnce(): Promise<void> {
		expect((await payouts.history(actor.uid))[0]).toMatchObject({ status: 'Completed', is_refunded: false });
		expect(await payouts.fakeOrder(orderId)).toMatchObject({ status: 'Completed', timesPaid: 1 });
		expect(await payouts.balance(actor.uid)).toBe(100 - amount);
		await expectNotifiedOnce('withdrawal-paid');
	}

	function withAnswer(status: number, body: string, { path = CREATE, headers = {} } = {}): PayoutDeps {
		const send: SendRequest = async (request) =>
			request.url.endsWith(path) ? { status, headers: new Headers(headers), text: body } : sendRequest(request);
		return payouts.workerDeps({ vendors: new Map([['rbxcrate', payouts.vendor(send)]]) });
	}

	return {
		get actor() {
			return actor;
		},
		get orderId() {
			return orderId;
		},
		renew,
		work,
		workUntilClosed,
		expectPaidOnce,
		balance: () => payouts.balance(actor.uid),

		async sendInto(fault: string): Promise<void> {
			await payouts.spoil('vendor', fault, CREATE);
			await work();
		},

		async workAfter(ms: number, deps?: PayoutDeps): Promise<void> {
			payouts.clock.advance(ms);
			await work(deps);
		},

		async workUntilPaid(): Promise<void> {
			await workUntilClosed();
			await expectPaidOnce();
		},

		async stateOf(): Promise<StoredOrder> {
			return (await rowOf<StoredOrder>(owner)`
				select state, attempts, refusal, vendor_status from withdrawals where order_id = ${orderId}
			`) as StoredOrder;
		},

		async expectRefundedOnce(): Promise<void> {
			expect((await payouts.history(actor.uid))[0]).toMatchObject({ status: 'Failed', is_refunded: true });
			expect((await payouts.fakeOrder(orderId))?.timesPaid ?? 0).toBe(0);
			expect(await payouts.balance(actor.uid)).toBe(100);
			await expectNotifiedOnce('withdrawal-refunded');
		},

		withAnswer,
		withoutOrder: () => withAnswer(404, '{"message":"no","code":"ORDER_NOT_FOUND"}', { path: INFO }),
	};
}
