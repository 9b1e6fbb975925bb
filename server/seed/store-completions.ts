import { sql } from 'kysely';
import { type Database, inTransaction } from '../lib/db/database.ts';
import { bookSides, keepAs } from './book-sides.ts';
import { uidOf } from './store-seed.ts';

const OFFERS_MAX = 150;
const CLICKS = 10;
const COMPLETED = 7;

export async function insertCompletions(
	owner: Database,
	{ users, run }: { users: number; run: string },
): Promise<void> {
	if (users < CLICKS) return;
	await inTransaction(owner, async (tx) => {
		await keepAs(
			tx,
			'made',
			sql`
				with offered as (
					select row_number() over (order by md5(id)) as n, id, wall, key, document ->> 'title' as title,
						(document #>> '{steps,0,rewardCents}')::bigint as amount,
						(document #>> '{steps,0,payoutMicros}')::bigint as micros
					from offers where gone_at is null and (document #>> '{steps,0,rewardCents}')::bigint > 0
					order by 1 limit ${OFFERS_MAX}
				)
				select o.*, p, ${uidOf(sql`1 + (o.n * ${CLICKS} + p) % ${users}`)} as uid,
					now() - interval '2 days' - random() * interval '20 days' as at,
					(5 + floor(power(1.7, o.n % 11) * (0.5 + random())))::int * interval '1 minute' as took
				from offered o, generate_series(1, ${CLICKS}) p`,
		);
		await sql`
			insert into clicks (uid, id, at, wall, offer_id, offer_key, title, country, device)
			select uid, gen_random_uuid(), at, wall, id, key, title, null, 'Chrome on Android' from made
		`.execute(tx);
		await bookSides(
			tx,
			sql`
				select uid, least(at + took, now() - interval '2 minutes') as at, amount, micros, 'credit' as kind,
					'partner:' || wall as debit, 'wallet' as credit,
					'offer/' || wall || '/' || ${run}::text || n || '-' || p || '/credit' as reference, key as offer_id,
					title as offer_name
				from made where p <= ${COMPLETED}`,
		);
	});
}
