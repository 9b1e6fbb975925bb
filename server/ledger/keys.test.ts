import { randomUUID } from 'node:crypto';
import { asRobuxCents } from '../../contract/money.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { inTransaction } from '../lib/db/database.ts';
import { insertPostings } from './store-postings.ts';
import { toPosting } from './transfer.ts';
import { findWallet, openWallet } from './wallet.ts';

const { app: db } = openTestDatabase();

const creditOf = (uid: string) =>
	toPosting({
		kind: 'credit',
		uid,
		wall: 'w',
		amount: asRobuxCents(100),
		reference: 'offer/w/1/credit',
		atMs: Date.now(),
	});

test('the unique key books a reference once even without locks and lookups', async () => {
	const uid = randomUUID();
	await openWallet(db, uid);
	const bookings = Array.from({ length: 10 }, () => inTransaction(db, (tx) => insertPostings(tx, [creditOf(uid)])));
	const done = await Promise.allSettled(bookings);
	expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	expect((await findWallet(db, uid))?.balance).toBe(100);
});

test('rejects a transfer for a user without a wallet', async () => {
	await expect(inTransaction(db, (tx) => insertPostings(tx, [creditOf(randomUUID())]))).rejects.toThrow(
		'division by zero',
	);
});
