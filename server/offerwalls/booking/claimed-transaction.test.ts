import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

/** If a partner signs only the transaction, another user's id can be put into a seen postback. */
const PARTNER = 'cpx';
const database = openTestDatabase({ poolSize: 10 });
const play = useWalls(database);

test('a transaction booked for one user cannot be booked for another', async () => {
	const [one, other] = [await play.user(), await play.user()];
	const tx = randomUUID();
	expect(await play.send(signed(PARTNER, one, tx))).toMatchObject({ status: 200 });
	await play.send(signed(PARTNER, other, tx));
	expect(await play.outcomesOf(other)).toEqual(['conflict']);
	expect([await play.balanceOf(one), await play.balanceOf(other)]).toEqual([10_000, 0]);
	expect(await play.send(signed(PARTNER, one, tx))).toMatchObject({ status: 200 });
	expect(await play.outcomesOf(one)).toEqual(['booked', 'replayed']);
});
