import { checkBooks } from '../../../server/books/check-books.ts';
import { findWallet } from '../../../server/ledger/wallet.ts';
import { rowsOf } from '../../../server/lib/db/rows.ts';
import { type Json, request } from '../../../test/sites/json-client.ts';
import { until } from '../../until.ts';
import { type Acknowledged, CREDIT } from './load.ts';
import type { World } from './world.ts';

/** Longer than the vendor's circuit breaker stays open. */
const SETTLE_TIMEOUT_MS = 150_000;
const HUNDREDTHS = 100;

/** @returns a finding per difference. */
export async function compare(world: World, acknowledged: ReadonlyMap<string, Acknowledged>): Promise<string[]> {
	const findings = await untilSettled(world);
	const timesPaid = await paymentsOf(world);
	for (const [uid, user] of acknowledged) findings.push(...(await compareUser(world, uid, user, timesPaid)));
	const breaches = await checkBooks(world.db);
	return [...findings, ...breaches.map((breach) => `books: ${JSON.stringify(breach)}`)];
}

async function untilSettled({ db }: World): Promise<string[]> {
	const listOpen = () => rowsOf<{ order_id: string; state: string }>(db)`
		select order_id, state from withdrawals where state not in ('completed', 'failed')`;
	await until(async () => (await listOpen()).length === 0, SETTLE_TIMEOUT_MS, 200);
	return (await listOpen()).map(({ order_id, state }) => `${order_id} stays ${state}`);
}

async function paymentsOf({ sandbox }: World): Promise<Map<string, number>> {
	const { body } = await request(`${sandbox.url}/control/vendor/orders`);
	return new Map(body.orders.map((order: Json) => [order.orderId, order.timesPaid]));
}

async function compareUser(
	{ db }: World,
	uid: string,
	acknowledged: Acknowledged,
	timesPaid: ReadonlyMap<string, number>,
): Promise<string[]> {
	const findings: string[] = [];
	const expectSame = (what: string, found: unknown, expected: unknown) => {
		if (found !== expected) findings.push(`${uid}: ${what}: ${found} instead of ${expected}`);
	};
	const transfers = await rowsOf<{ kind: string; count: number }>(db)`
		select kind, count(*)::int as count from transfers where uid = ${uid} group by kind`;
	const countOf = (kind: string) => transfers.find((row) => row.kind === kind)?.count ?? 0;
	expectSame('credits', countOf('credit'), acknowledged.credits);
	expectSame('reversals', countOf('reversal'), acknowledged.reversals);

	const orders = await rowsOf<{ order_id: string; state: string; amount: number }>(db)`
		select order_id, state, amount from withdrawals where uid = ${uid}`;
	const ids = new Set(orders.map(({ order_id }) => order_id));
	expectSame('orders', ids.size, acknowledged.orders.size);
	for (const id of acknowledged.orders) if (!ids.has(id)) findings.push(`${uid}: order ${id} was lost`);
	let paid = 0;
	for (const { order_id, state, amount } of orders) {
		const isPaid = state === 'completed';
		expectSame(`payments of ${state} order ${order_id}`, timesPaid.get(order_id) ?? 0, isPaid ? 1 : 0);
		if (isPaid) paid += amount;
	}
	const expected = (acknowledged.credits - acknowledged.reversals) * CREDIT * HUNDREDTHS - paid;
	expectSame('balance', (await findWallet(db, uid))?.balance, expected);
	return findings;
}
