import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Findings } from '../../../server/backup/restore/restored-site.ts';
import { checkBooks } from '../../../server/books/check-books.ts';
import { rowOf, rowsOf } from '../../../server/lib/db/rows.ts';
import { type Json, request, send } from '../../../test/sites/json-client.ts';
import { signUp, type User, untilAcknowledged } from '../world/load.ts';
import { type MorningSite, openMorningSite, type Sent, startPartner, until } from './morning-site.ts';

export type MorningTally = {
	restoreMs: number;
	startMs: number;
	/** How long before the loss the restored moment was. */
	lostMs: number;
	acknowledged: number;
	lostCredits: number;
	sentAgain: number;
	/** What the vendor was asked about and said: ours / theirs. */
	asked: string[];
	onlyThere: number;
	findings: string[];
};

type Restoration = { until: Date; restoredAt: Date; findings: Findings };
const STORY = ['settled', 'open', 'unsent-paid', 'unsent-open', 'lost'] as const;
type Orders = Record<(typeof STORY)[number], { user: User; orderId: string }>;

/** The morning after a lost disk: an empty machine, the settings, and BACKUP_DIR; partners and vendor have gone on. */
export async function proveMorning(say: (line: string) => void = () => {}): Promise<MorningTally> {
	const site = await openMorningSite();
	const findings: string[] = [];
	const expectSame = (what: string, found: unknown, expected: unknown) => {
		if (JSON.stringify(found) !== JSON.stringify(expected))
			findings.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
	};
	try {
		await site.start(join(site.folder, 'first'));
		say('until the first backup is proven ...');
		await until('a proven backup', () =>
			site.look((db) => rowOf(db)`select from backups where verified_at is not null`),
		);
		const { orders, sent } = await play(site, say);
		const lostAtMs = Date.now();
		await site.lose();
		say('the disk is gone');

		const into = join(site.folder, 'second');
		const startedMs = performance.now();
		const restored = await site.type('restore', '--from', site.backups, '--into', into);
		if (restored.code !== 0) findings.push(restored.text);
		const restoreMs = performance.now() - startedMs;
		await site.start(into);
		const startMs = performance.now() - startedMs - restoreMs;

		const restoration = await untilAsked(site);
		const theirs = restoration.findings.orders.map(({ order_id, ours, theirs }) => [order_id, `${ours} / ${theirs}`]);
		expectSame('what the vendor was asked', theirs, [
			[orders.settled.orderId, 'unknown / Completed'],
			[orders.open.orderId, 'unknown / Pending'],
			[orders['unsent-paid'].orderId, 'requested / Completed'],
			[orders['unsent-open'].orderId, 'requested / Pending'],
		]);
		expectSame('payouts and sessions', await waits(site), { isOn: false, sessions: 0 });
		const lostCredits = sent.length - (await countCredits(site));
		const sentAgain = await sendAgain(site, sent, restoration);
		expectSame('credits', await countCredits(site), sent.length);
		const onlyThere = await askAboutList(site);
		expectSame('orders that only the vendor has', onlyThere, [orders.lost.orderId]);
		await goOn(site, orders, expectSame);
		const lostMs = lostAtMs - restoration.until.getTime();
		const asked = theirs.map(([, words = '']) => words);
		const counted = { lostCredits, sentAgain, acknowledged: sent.length, onlyThere: onlyThere.length };
		return { restoreMs, startMs, lostMs, asked, ...counted, findings };
	} finally {
		await site.close();
	}
}

/** Five people withdraw: before what was shipped last, around it, and after it. */
async function play(
	site: MorningSite,
	say: (line: string) => void,
): Promise<{ orders: Orders; sent: readonly Sent[] }> {
	const users: User[] = [];
	for (const _ of STORY) users.push(await signUp(site));
	const partner = startPartner(
		site,
		users.map(({ uid }) => uid),
	);
	await until('a credit for each', async () => partner.sent.length > users.length && partner.sent.length);
	await send('PATCH', `${site.sandbox.url}/control/vendor`, { settleMs: null });
	const order = async (n: number) => {
		const user = users[n] as User;
		const wanted = { ...user.wanted, requestId: randomUUID() };
		const answer = await user.call('processWithdrawal', wanted);
		if (!answer.result) throw new Error(`a withdrawal was not taken: ${JSON.stringify(answer)}`);
		return { user, orderId: answer.result.order_id as string };
	};
	const [settled, open] = [await order(0), await order(1)];
	await untilSent(site, settled, open);
	await site.look((db) => sql`update payout_settings set hour_cap = 100`.execute(db));
	const unsent = { 'unsent-paid': await order(2), 'unsent-open': await order(3) };
	say('until what was booked is in BACKUP_DIR ...');
	await untilShipped(site);
	await site.look(async (db) => {
		await sql`update payout_settings set hour_cap = null`.execute(db);
		await sql`update withdrawals set next_ask_at = now() where state = 'requested'`.execute(db);
	});
	await untilSent(site, unsent['unsent-paid'], unsent['unsent-open']);
	const lost = await order(4);
	await untilSent(site, lost);
	for (const { orderId } of [settled, unsent['unsent-paid'], lost])
		await send('POST', `${site.sandbox.url}/control/vendor/orders/${orderId}/settle`, {});
	await partner.stop();
	return { orders: { settled, open, ...unsent, lost }, sent: partner.sent };
}

async function untilSent(site: MorningSite, ...orders: readonly { orderId: string }[]): Promise<void> {
	await until('that the vendor has them', async () => {
		const ids = (await vendorOrders(site)).map(({ orderId }) => orderId);
		return orders.every(({ orderId }) => ids.includes(orderId));
	});
}

async function vendorOrders({ sandbox }: MorningSite): Promise<Json[]> {
	return (await request(`${sandbox.url}/control/vendor/orders`)).body.orders;
}

async function untilShipped(site: MorningSite): Promise<void> {
	const { segment } = (await site.look(
		(db) => rowOf<{ segment: string }>(db)`select pg_walfile_name(pg_current_wal_lsn()) as segment`,
	)) as { segment: string };
	await until('that it is shipped', () =>
		site.look((db) => rowOf(db)`select from backup_archive where segment >= ${segment}`),
	);
}

function untilAsked(site: MorningSite): Promise<Restoration> {
	return until('that the vendor was asked', () =>
		site.look(
			(db) => rowOf<Restoration>(db)`
				select until, restored_at as "restoredAt", findings from restorations where asked_at is not null
			`,
		),
	);
}

async function waits(site: MorningSite) {
	return site.look(
		(db) => rowOf(db)`
			select (select is_on from payout_settings) as "isOn", (select count(*)::int from auth_session) as sessions
		`,
	);
}

async function countCredits(site: MorningSite): Promise<number> {
	const row = await site.look(
		(db) => rowOf<{ count: number }>(db)`select count(*)::int as count from transfers where kind = 'credit'`,
	);
	return row?.count ?? 0;
}

/** As the notice tells the partner: everything from its moment on, until the site was back. */
async function sendAgain(site: MorningSite, sent: readonly Sent[], { findings, restoredAt }: Restoration) {
	const fromMs = Date.parse(findings.walls.find(({ wall }) => wall === 'w')?.last_at ?? '');
	const again = sent.filter(({ atMs }) => atMs >= fromMs && atMs <= restoredAt.getTime());
	for (const { uid, transId } of again) await untilAcknowledged(site, uid, transId, '1');
	return again.length;
}

/** @returns the orders that only the vendor has, as an operator finds them who reads the ids off its pages. */
async function askAboutList(site: MorningSite): Promise<string[]> {
	const list = join(site.folder, 'orders');
	await writeFile(list, (await vendorOrders(site)).map(({ orderId }) => orderId).join('\n'));
	await site.type('ask-vendor', list);
	const rows = await site.look(
		(db) => rowsOf<{ orderId: string }>(db)`
			select order_id as "orderId" from payout_reviews where kind = 'not-ours' and resolved_at is null
		`,
	);
	return rows.map(({ orderId }) => orderId);
}

type ExpectSame = (what: string, found: unknown, expected: unknown) => void;

/** A person switches payouts on; every order that we have ends, and none is paid twice. */
async function goOn(site: MorningSite, orders: Orders, expectSame: ExpectSame): Promise<void> {
	const change = { is_on: true, reason: 'Everything was compared.' };
	expectSame('switching on', (await site.callAsAdmin('adminChangePayoutSettings', change)).error, undefined);
	for (const { orderId } of [orders.open, orders['unsent-open']])
		await send('POST', `${site.sandbox.url}/control/vendor/orders/${orderId}/settle`, {});
	await until('that every order has ended', async () => {
		const open = await site.look(
			(db) => rowsOf(db)`select from withdrawals where state not in ('completed', 'failed')`,
		);
		return open.length === 0;
	});
	const ended = await site.look(
		(db) => rowsOf(db)`select state, count(*)::int as count from withdrawals group by state`,
	);
	expectSame('how they ended', ended, [{ state: 'completed', count: 4 }]);
	const paid = (await vendorOrders(site)).map(({ timesPaid }) => timesPaid);
	expectSame('how often each was paid', paid, [1, 1, 1, 1, 1]);
	expectSame('the books', await site.look(checkBooks), []);
}
