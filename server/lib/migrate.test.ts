import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../test/database.ts';

const FOLDER = join(import.meta.dirname, '../../db/migrations');
const SINCE = '011';
const [a, b] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

const { owner } = openTestDatabase({ afterEachTest: async () => {} });

test('credits of the version before are moved with what they were for, and their ids go on', async () => {
	await owner.connection().execute(async (db) => {
		// Beside the migrated tables: the migrations name none by schema.
		await sql`create schema before`.execute(db);
		await sql`set search_path = before, public`.execute(db);
		const files = (await readdir(FOLDER)).filter((file) => /^(001|004|008)/.test(file)).sort();
		const own = (text: string) => text.replace(/^create index users_paused.*$/m, '');
		for (const file of files) await sql.raw(own(await readFile(join(FOLDER, file), 'utf8'))).execute(db);
		await sql
			.raw(`
			insert into wallets (uid, balance, earned) values ('${a}', 300, 300), ('${b}', 100, 100);
			insert into transfers (uid, at, amount, kind, debit, credit, reference) values
				('${a}', '2026-11-01', 500, 'credit', 'partner:w', 'wallet', 'offer/w/t1/credit'),
				('${b}', '2026-11-02', 100, 'promotion', 'house:promotions', 'wallet', 'promotion/x'),
				('${a}', '2026-11-03', 200, 'reversal', 'wallet', 'partner:w', 'offer/w/t1/reversal');
			insert into offers values ('${a}', 1, 62500, 7, 'o1', 'Level 30', true, null, 8, 9),
				('${a}', 3, -25000, null, 'o1', 'Level 30', null, 'fraud', null, null);
			insert into wall_transactions values ('w', 't1', '${a}');
		`)
			.execute(db);

		const [file = ''] = (await readdir(FOLDER)).filter((name) => name.startsWith(SINCE));
		await sql.raw(await readFile(join(FOLDER, file), 'utf8')).execute(db);

		const { rows } = await sql`
			select uid, id, amount, payout_micros, link, signed_text, signed_cut, is_bonus, kind, offer_name, reason
			from before.transfers order by id
		`.execute(db);
		const none = { link: null, signed_text: null, signed_cut: null, is_bonus: null, reason: null };
		const level = { offer_name: 'Level 30' };
		expect(rows).toEqual([
			{
				...none,
				...level,
				uid: a,
				id: 1,
				amount: 500,
				payout_micros: 62_500,
				link: 7,
				signed_text: 8,
				signed_cut: 9,
				is_bonus: true,
				kind: 'credit',
			},
			{ ...none, uid: b, id: 2, amount: 100, payout_micros: null, kind: 'promotion', offer_name: null },
			{ ...none, ...level, uid: a, id: 3, amount: 200, payout_micros: -25_000, kind: 'reversal', reason: 'fraud' },
		]);
		const next = await sql`
			insert into before.transfers (uid, at, amount, kind, debit, credit, reference)
			values (${a}, now(), 1, 'credit', 'partner:w', 'wallet', 'offer/w/t2/credit') returning id
		`.execute(db);
		expect(next.rows).toEqual([{ id: 4 }]);
		const claimed = await sql`select uid from before.wall_transactions where transaction = md5('w/t1')::uuid`.execute(
			db,
		);
		expect(claimed.rows).toEqual([{ uid: a }]);
		await expect(
			sql`
				insert into before.transfers (uid, at, amount, kind, debit, credit, reference)
				values (${a}, now(), 1, 'credit', 'partner:w', 'wallet', 'offer/w/t1/credit')
			`.execute(db),
		).rejects.toThrow('transfers_reference');
		await sql`reset search_path`.execute(db);
	});
});
