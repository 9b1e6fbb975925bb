import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { openWallet } from '../../server/ledger/wallet.ts';
import type { Database } from '../../server/lib/database.ts';
import { askByHttp } from '../asked-routes.ts';
import type { TestDatabase } from '../database.ts';
import { createMortalProcess } from '../mortal-process.ts';
import { type KeptRows, linesOf, type Seen, type SeenOrder, type Site } from './site.ts';

/** A site within a database in which others have been: nobody knows of each other. */
export function createPostgresSite({ app, appPool }: TestDatabase, clock: Site['clock']): Site {
	return {
		db: app,
		clock,
		newId: randomUUID,
		async addPerson({ uid, role, username, platformUserId }) {
			await openWallet(app, uid);
			await sql`
				insert into users (uid, role, roblox_username, platform_user_id, created_at)
				values (${uid}, ${role}, ${username}, ${platformUserId}, ${new Date(clock.now())})
			`.execute(app);
		},
		mortal: (vendor, { diesAt, when }) => createMortalProcess(appPool, vendor, diesAt, when),
		ask: askByHttp,
		async look(uids) {
			const { rows } = await sql<Seen & { uid: string }>`
				select uid, balance, pending, earned, withdrawn, u.banned_at is not null as "isBanned",
					w.closed_at is not null as "isDeleted"
				from wallets w join users u using (uid) where uid = any(${uids}::uuid[])
			`.execute(app);
			return uids.map((of) => {
				const { uid: _, ...seen } = rows.find(({ uid }) => uid === of) as Seen & { uid: string };
				return seen;
			});
		},
		async ordersOf(uids) {
			const { rows } = await sql<SeenOrder>`
				select uid, order_id as "orderId", state from withdrawals where uid = any(${uids}::uuid[]) order by created_at
			`.execute(app);
			return rows;
		},
		async keptOf(uids) {
			const lines: string[] = [];
			for (const [user, uid] of uids.entries()) lines.push(...linesOf(user, await selectKept(app, uid)));
			return lines;
		},
		async nextAskAtMs(vendor) {
			const { rows } = await sql<{ at: Date | null }>`
				select min(next_ask_at) as at from withdrawals
				where vendor = ${vendor} and state not in ('completed', 'failed') and next_ask_at > ${new Date(clock.nowMs)}
			`.execute(app);
			return rows[0]?.at?.getTime();
		},
	};
}

async function selectKept(app: Database, uid: string): Promise<KeptRows> {
	const rowsOf = async <Table extends keyof KeptRows>(statement: RawBuilder<unknown>) =>
		(await statement.execute(app)).rows as KeptRows[Table];
	return {
		transfers: await rowsOf<'transfers'>(sql`
			select kind, amount, debit, credit, reference, payout_micros as "payoutMicros" from transfers
			where uid = ${uid} order by id
		`),
		held: await rowsOf<'held'>(sql`
			select wall, transaction_id as "transactionId", outcome from held_credits where uid = ${uid} order by hold_id
		`),
		waiting: await rowsOf<'waiting'>(sql`
			select wall, transaction_id as "transactionId", amount from waiting_reversals
			where uid = ${uid} order by wall, transaction_id
		`),
		chargebacks: await rowsOf<'chargebacks'>(sql`
			select forgiven_at is not null as "isForgiven" from chargebacks where uid = ${uid} order by transfer_id
		`),
		orders: await rowsOf<'orders'>(sql`
			select state, amount, attempts, asks, fence, refusal, vendor_status as "vendorStatus",
				is_acknowledged as "isAcknowledged"
			from withdrawals where uid = ${uid} order by version
		`),
		settlements: await rowsOf<'settlements'>(sql`
			select outcome, state from payout_settlements where uid = ${uid} order by proposed_at, outcome, state
		`),
		adjustments: await rowsOf<'adjustments'>(sql`
			select amount, state from adjustments where uid = ${uid} order by amount, state
		`),
	};
}
