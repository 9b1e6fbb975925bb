import type { CallInput } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import type { BountyTerms } from '../../contract/growth.ts';
import { callError } from '../../contract/refusals.ts';
import { requireSecond } from '../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, type StaffCall, withAudit } from '../accounts/with-audit.ts';
import { type Database, rowOf, type Tx } from '../lib/db/database.ts';
import { marginOf } from '../offerwalls/terms/effect.ts';
import { insertTerms, selectTerms } from './store-bounties.ts';

export type TermsDeps = ActionDeps & { payoutCostOfThousand: number | undefined };

const PERIODS = [30, 90];
const AMOUNTS = ['first', 'second', 'paid', 'boost_max', 'month_max'] as const;

export function scaled(terms: BountyTerms, factor: number): BountyTerms {
	const amounts = AMOUNTS.map((name) => [name, factor < 1 ? terms[name] / 100 : Math.round(terms[name] * factor)]);
	return { ...terms, ...Object.fromEntries(amounts) };
}

export function paysBounties({ first, second, boost_percent }: BountyTerms): boolean {
	return first + second + boost_percent > 0;
}

export const adminSetBountyTerms: StaffCall<'adminSetBountyTerms', TermsDeps> = (deps, { terms, reason }, admin) =>
	withAudit(deps, admin, { action: 'set-bounty-terms', reason }, async (tx, atMs) => {
		const before = await selectTerms(tx);
		await requireAffordable(tx, deps, terms, admin);
		await insertTerms(tx, scaled(terms, 100), new Date(atMs));
		return { result: terms, change: { before: before ? scaled(before, 0.01) : {}, after: terms } };
	});

export async function requireAffordable(tx: Tx, deps: TermsDeps, terms: BountyTerms, admin: AdminContext, about = {}) {
	if (!paysBounties(terms)) return;
	const { margin } = await effectOf(tx, deps, terms);
	const floor = terms.margin_floor;
	if (margin !== null && margin * 100 < floor) {
		throw callError('failed-precondition', 'below-margin', { margin: margin * 100, floor });
	}
	requireSecond(admin, about);
}

export async function adminGetBountyEffect(deps: TermsDeps, input: CallInput<'adminGetBountyEffect'>) {
	const stored = await selectTerms(deps.db);
	const current = stored ? scaled(stored, 0.01) : null;
	const terms = input?.terms ?? current;
	return { terms: current, ...(terms ? await effectOf(deps.db, deps, terms) : { periods: [], margin: null }) };
}

type Totals = Record<'first_paid' | 'second_paid' | 'paid' | 'micros' | 'credited', number>;

/** May take seconds, because it reads all withdrawals. */
async function effectOf(db: Database | Tx, { clock, payoutCostOfThousand: cost }: TermsDeps, terms: BountyTerms) {
	const periods = [];
	let margin: number | null = null;
	for (const days of PERIODS) {
		const since = new Date(clock.now() - days * DAY_MS);
		const { first_paid, second_paid, paid, micros, credited } = (await rowOf<Totals>(db)`
			with users as materialized (
				select min(updated_at) as first_at, sum(amount) as paid from withdrawals where state = 'completed' group by uid
			), earned as materialized (
				select coalesce(sum(payout_micros), 0)::float8 as micros from earnings_buckets where starts_at >= ${since}
			), partners as materialized (
				select coalesce(sum(debited - credited), 0)::float8 as credited from account_buckets
				where account like 'partner:%' and starts_at >= ${since}
			)
			select count(*)::int as first_paid, count(*) filter (where paid >= ${terms.paid * 100})::int as second_paid,
				coalesce(sum(paid), 0)::float8 / 100 as paid, (select micros from earned) as micros,
				(select credited from partners) as credited
			from users where first_at >= ${since}
		`) as Totals;
		const boosts = Math.min(first_paid * terms.boost_max, (paid * terms.boost_percent) / 100);
		const extra = Math.round((first_paid * terms.first + second_paid * terms.second + boosts) * 100) / 100;
		periods.push({ days, first_paid, second_paid, extra });
		const isKnown = micros > 0 && paid > 0 && cost !== undefined;
		margin = isKnown ? marginOf((((credited * 1e6) / micros) * (paid + extra)) / paid, cost) : null;
	}
	return { periods, margin };
}
