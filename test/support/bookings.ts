import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { deleteAccount } from '../../server/account-deletion/delete-account.ts';
import { personalParts } from '../../server/app/features.ts';
import { insertPostings } from '../../server/ledger/store-postings.ts';
import { type TransferKind, toPosting } from '../../server/ledger/transfer.ts';
import { type Database, inTransaction } from '../../server/lib/db/database.ts';
import { insertOrders } from '../payouts/fake-withdrawals.ts';
import { silentLog, testMemory } from './stubs.ts';

export type Credit = { amount: number; stem: string };

type Bookings = { db: Database; owner: Database; clock: { now: () => number } };

/** Books credits, payments, bans and deletions without the features that cause them. Amounts are in hundredths of R$. */
export function openBookings({ db, owner, clock }: Bookings) {
	async function book(uid: string, kind: TransferKind, amount: number, reference: string, usd = 0): Promise<void> {
		const wall = /^offer/.test(reference) ? 'w' : undefined;
		const memo = { payoutMicros: asUsdMicros(usd * 1e6) };
		const posting = toPosting({ kind, uid, wall, amount: asRobuxCents(amount), reference, atMs: clock.now(), memo });
		await inTransaction(db, (tx) => insertPostings(tx, [posting]));
	}

	async function credit(uid: string, amount: number, usd = 0): Promise<Credit> {
		const stem = `offer/w/${randomUUID()}`;
		await book(uid, 'credit', amount, `${stem}/credit`, usd);
		return { amount, stem };
	}

	async function pay(uid: string, amount: number): Promise<void> {
		const id = randomUUID();
		const paid = { state: 'completed', amount, platform_user_id: null, next_ask_at: null };
		await insertOrders(owner, { uid, id, order_id: id, ...paid });
		for (const step of ['hold', 'paid'] as const)
			await book(uid, `withdrawal-${step}`, amount, `withdrawal/${id}/${step}`);
	}

	async function ban(uid: string, isBanned = true): Promise<void> {
		const [at, reason, rule] = isBanned ? [new Date(clock.now()), 'Fraud.', 'staff@1'] : [null, null, null];
		await sql`
			update users set banned_at = ${at}, ban_reason = ${reason}, ban_rule = ${rule} where uid = ${uid} and deleted_at is null
		`.execute(owner);
	}

	const remove = (uid: string) =>
		deleteAccount({ db, clock, log: silentLog, memory: testMemory, ...personalParts }, uid, {
			by: { kind: 'admin', uid: randomUUID() },
		});

	return { book, credit, pay, ban, remove };
}
