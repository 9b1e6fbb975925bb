import { type RawBuilder, sql } from 'kysely';
import { transferWith } from './store.ts';

export const boostRules: { rule: string; violations: RawBuilder<{ detail: string }> }[] = [
	{
		rule: 'each boost has a credit in the same state',
		violations: sql<{ detail: string }>`
			select b.uid || ' ' || b.reference as detail
			from transfers b left join lateral ${named('b', 'boost', 'credit')} c on true
			where b.kind in ('boost', 'boost-hold')
				and (b.kind = 'boost') is distinct from (case c.kind when 'credit' then true when 'credit-hold' then false end)`,
	},
	{
		rule: 'a boost follows its credit by the same share',
		violations: sql<{ detail: string }>`
			select b.uid || ' ' || b.reference as detail
			from transfers b
			join lateral ${named('b', 'boost', 'credit')} c on true
			left join lateral ${named('b', 'boost', 'release')} released on true
			left join lateral ${named('b', 'boost', 'cancel')} cancelled on true
			left join lateral ${named('b', 'boost', 'reversal')} reversed on true
			left join lateral ${named('b', 'boost', 'boost-release')} too_released on true
			left join lateral ${named('b', 'boost', 'boost-cancel')} too_cancelled on true
			left join lateral ${named('b', 'boost', 'boost-reversal')} too_reversed on true
			where b.kind in ('boost', 'boost-hold') and (
				too_released.amount is distinct from case when released.id is not null then b.amount end
				or too_cancelled.amount is distinct from case when cancelled.id is not null then b.amount end
				or too_reversed.amount is distinct from
					b.amount - div((c.amount - reversed.amount)::numeric * b.amount, c.amount)::bigint
				or (too_reversed.kind = 'boost-loss') is distinct from (reversed.kind = 'loss'))`,
	},
	{
		rule: 'a boost is only reversed or released if it was given',
		violations: sql<{ detail: string }>`
			select e.uid || ' ' || e.reference as detail
			from transfers e
			left join lateral ${named('e', 'boost-[a-z]+', 'boost')} b on b.kind in ('boost', 'boost-hold')
			where e.kind in ('boost-release', 'boost-cancel', 'boost-reversal', 'boost-loss') and b.id is null`,
	},
];

function named(of: string, own: string, other: string): RawBuilder<unknown> {
	const reference = `regexp_replace(${of}.reference, '/${own}$', '/${other}')`;
	return sql`(
		select id, kind, amount from ${transferWith(`${of}.uid`, reference)} t where reference = ${sql.raw(reference)}
	)`;
}
