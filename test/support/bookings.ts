import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { insertPostings } from '../../server/ledger/store-postings.ts';
import { type TransferKind, toPosting } from '../../server/ledger/transfer.ts';
import { type Database, inTransaction } from '../../server/lib/db/database.ts';

export type Credit = { amount: number; stem: string };

/** Books transfers of partners and withdrawals without the features that cause them. Amounts are in hundredths of R$. */
export function openBookings({ db, owner, now }: { db: Database; owner: Database; now: () => number }) {
	async function book(uid: string, kind: TransferKind, amount: number, reference: string, usd = 0): Promise<void> {
		const wall = /^offer/.test(reference) ? 'w' : undefined;
		const memo = { payoutMicros: asUsdMicros(usd * 1e6) };
		const posting = toPosting({ kind, uid, wall, amount: asRobuxCents(amount), reference, atMs: now(), memo });
		await inTransaction(db, (tx) => insertPostings(tx, [posting]));
	}

	async function credit(uid: string, amount: number, usd = 0): Promise<Credit> {
		const stem = `offer/w/${randomUUID()}`;
		await book(uid, 'credit', amount, `${stem}/credit`, usd);
		return { amount, stem };
	}

	async function pay(uid: string, amount: number): Promise<void> {
		const id = randomUUID();
		await sql`
			insert into withdrawals (uid, id, order_id, state, amount, price, vendor, is_pre_order, created_at, updated_at, version)
			values (${uid}, ${id}, ${id}, 'completed', ${amount}, 1, 'rbxcrate', false, now(), now(), 1)
		`.execute(owner);
		for (const step of ['hold', 'paid'] as const)
			await book(uid, `withdrawal-${step}`, amount, `withdrawal/${id}/${step}`);
	}

	return { book, credit, pay };
}
