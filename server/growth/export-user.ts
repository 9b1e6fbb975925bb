import type { MyData } from '../../contract/accounts/account.ts';
import { cellOf, type Tx } from '../lib/db/database.ts';

export async function exportGrowth(tx: Tx, uid: string): Promise<MyData['growth']> {
	const part = await cellOf<MyData['growth']>(tx)`
		select jsonb_build_object(
			'invite_code', (select code from invite_codes where uid = ${uid}),
			'partner_codes', coalesce((
				select jsonb_agg(jsonb_build_object('timestamp', extract(epoch from set_at) * 1000, 'code', code, 'name', name,
					'landing', landing, 'terms', terms, 'hash', hash) order by id desc)
				from partner_codes where uid = ${uid}
			), '[]'),
			'joined_country', (select country from joined_countries where uid = ${uid}),
			'source', (
				select to_jsonb(s) - 'joined_at' || jsonb_build_object('timestamp', extract(epoch from joined_at) * 1000)
				from account_sources s where uid = ${uid}
			),
			'bounties', coalesce((
				select jsonb_agg(jsonb_build_object('timestamp', extract(epoch from created_at) * 1000, 'kind', kind,
					'amount', amount / 100.0, 'state', state, 'why', why) order by created_at desc, reference)
				from bounties where uid = ${uid}
			), '[]'))
	`;
	return part as MyData['growth'];
}
