import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents } from '../../contract/money.ts';
import { earn, openTestDatabase } from '../../test/support/database.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { addAccountsOfDays, listBookedAccounts, listBookedWalls } from './booked-accounts.ts';
import { postTransfer } from './post-transfer.ts';

const { app, owner } = openTestDatabase();

const credit = (wall: string) => earn(app, randomUUID(), { wall, atMs: Date.now() });

test('concurrent credits add each wall once to the booked accounts, and no other account', async () => {
	await Promise.all(['b', 'a', 'b', 'a', 'b'].map(credit));
	expect(await listBookedWalls(app)).toEqual(['a', 'b']);
	expect(await listBookedAccounts(app, 'house')).toEqual([]);
	expect(await rowsOf(owner)`select account from booked_accounts where account not like 'partner:%'`).toEqual([]);
});

test('a rolled-back booking adds no wall to the booked accounts', async () => {
	const uid = randomUUID();
	const booking = { uid, wall: 'w', amount: asRobuxCents(100), reference: `offer/w/${uid}/credit`, atMs: 1 };
	await expect(inTransaction(app, (tx) => postTransfer(tx, { kind: 'credit', ...booking }))).rejects.toThrow();
	expect(await listBookedWalls(app)).not.toContain('w');
});

test('addAccountsOfDays adds walls that an older version booked on or after the given day', async () => {
	await sql`insert into account_days (account, day, debited, credited) values
		('partner:early', '2026-11-01Z', 1, 0), ('partner:late', '2026-11-02Z', 1, 0)`.execute(owner);
	await inTransaction(owner, (tx) => addAccountsOfDays(tx, new Date('2026-11-02Z')));
	const walls = await listBookedWalls(app);
	expect(walls).toContain('late');
	expect(walls).not.toContain('early');
	await sql`delete from account_days`.execute(owner);
});
