import { sql } from 'kysely';
import type { Rule } from '../ledger/check-ledger.ts';

export const promotionRules: Rule[] = [
	{
		rule: 'each promo code redemption is booked once, with the amount of the code',
		violations: sql`
			select coalesce(r.uid, t.uid) || ' ' || coalesce('promotion/' || r.code || '/' || r.use, t.reference) || ': '
				|| coalesce(r.amount, 0) || ' given, ' || coalesce(t.amount, 0) || ' booked' as detail
			from (
				select r.uid, r.code, r.use, r.transfer_id, c.amount
				from promo_redemptions r left join promo_codes c on c.code = r.code
			) r
			full join (select uid, id, reference, amount from transfers where kind = 'promotion') t
				on t.uid = r.uid and t.reference = 'promotion/' || r.code || '/' || r.use and t.id = r.transfer_id
			where r.amount is distinct from t.amount`,
	},
	{
		rule: "each promo code's count equals its redemptions",
		violations: sql`
			select c.code || ': ' || c.uses || ' counted, ' || count(r.code) || ' kept' as detail
			from promo_codes c left join promo_redemptions r on r.code = c.code
			group by c.code having c.uses <> count(r.code)`,
	},
	{
		rule: 'no user redeemed a promo code too often',
		violations: sql`
			select r.uid || ' ' || r.code || ': ' || count(*) as detail
			from promo_redemptions r join promo_codes c on c.code = r.code
			group by r.uid, r.code, c.per_user having count(*) > c.per_user`,
	},
];
