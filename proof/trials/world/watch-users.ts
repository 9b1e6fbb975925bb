import { findWallet } from '../../../server/ledger/wallet.ts';
import { rowsOf } from '../../../server/lib/db/rows.ts';
import { type WithdrawalState, wireStatus } from '../../../server/withdrawals/withdrawal.ts';
import type { Random } from '../../../test/partners/random.ts';
import { type LiveReader, openLiveReader } from '../../../test/sites/live-reader.ts';
import { until } from '../../until.ts';
import type { Acknowledged, User } from './load.ts';
import type { World } from './world.ts';

type Page = { uid: string; name: string; reader: LiveReader };

const PAGES_OF_USER = 3;
const STAYS_MS_MAX = 4_000;
const TIMEOUT_MS = 120_000;
const HUNDREDTHS = 100;

/** Once connected, the streams must receive every event. */
export async function watchUsers(world: World, users: readonly User[], random: Random) {
	const staysMs = () => random.below(STAYS_MS_MAX);
	const pages: Page[] = users.flatMap((user) =>
		Array.from({ length: PAGES_OF_USER }, (_, index) => ({
			uid: user.uid,
			name: `page ${index + 1} of ${user.uid}`,
			reader: openLiveReader(world, user, { staysMs: index > 0 ? staysMs : undefined }),
		})),
	);
	const areOpen = () => pages.every(({ reader }) => reader.balance() !== undefined);
	if (!(await until(areOpen, TIMEOUT_MS))) throw new Error('a live stream sends no balance for two minutes');
	return {
		async end(acknowledged: ReadonlyMap<string, Acknowledged>): Promise<string[]> {
			const findings: string[] = [];
			for (const page of pages) findings.push(...(await comparePage(world, page, acknowledged.get(page.uid))));
			await Promise.all(pages.map(({ reader }) => reader.end()));
			return findings;
		},
	};
}

async function comparePage(
	{ db }: World,
	{ uid, name, reader }: Page,
	acknowledged: Acknowledged | undefined,
): Promise<string[]> {
	const lines = await rowsOf<{ id: number }>(db)`
		select id from transfers where uid = ${uid} and kind in ('credit', 'reversal')`;
	const orders = await rowsOf<{ order_id: string; state: WithdrawalState }>(db)`
		select order_id, state from withdrawals where uid = ${uid}`;
	const balance = ((await findWallet(db, uid))?.balance ?? 0) / HUNDREDTHS;
	const expected = (acknowledged?.credits ?? 0) + (acknowledged?.reversals ?? 0);
	const missedLines = () => lines.filter(({ id }) => !reader.offers.has(String(id)));
	const missedOrders = () => orders.filter(({ order_id, state }) => reader.orders.get(order_id) !== wireStatus(state));
	const hasAll = () => missedLines().length + missedOrders().length === 0 && reader.balance() === balance;
	await until(hasAll, TIMEOUT_MS);

	const findings: string[] = [];
	if (reader.offers.size !== expected)
		findings.push(`${name}: ${reader.offers.size} lines instead of ${expected} acknowledged ones`);
	for (const { id } of missedLines()) findings.push(`${name}: transfer ${id} is missing`);
	for (const { order_id, state } of missedOrders())
		findings.push(`${name}: order ${order_id} is ${reader.orders.get(order_id)} instead of ${wireStatus(state)}`);
	if (reader.balance() !== balance) findings.push(`${name}: shows ${reader.balance()} instead of ${balance}`);
	return findings;
}
