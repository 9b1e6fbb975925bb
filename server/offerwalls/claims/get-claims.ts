import { sql } from 'kysely';
import type { ClaimsRequest, WallClaims } from '../../../contract/admin/claims.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { asRobuxCents, robuxToWire } from '../../../contract/money.ts';
import { type DbDeps, datesToMs, inTransaction, rowOf, rowsOf } from '../../lib/db/database.ts';
import { adminItemOf, listAll, listOwn, requireTicket } from '../../tickets/tickets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CLICK_RETENTION_MS } from '../catalogue/store-clicks.ts';
import { findPostbacks } from '../postbacks/stored/find-postbacks.ts';
import { selectPositions } from './claim-pictures.ts';
import { claimKind, countEnded } from './store-claims.ts';
import { selectClickList, selectWallCredits } from './store-evidence.ts';

type FileDeps = DbDeps & { catalogue: Pick<Catalogue, 'findStep'> };

const POSTBACKS_SHOWN = 50;

export const getClaims = listOwn(claimKind);

export async function adminGetClaims(deps: DbDeps, { wallId, ...list }: ClaimsRequest) {
	const page = await listAll(deps.db, claimKind, { ...list, also: wallId ? sql`wall = ${wallId}` : undefined });
	return { ...page, ...(await measureWalls(deps)) };
}

export async function adminGetClaim({ db, clock, catalogue }: FileDeps, { reference }: { reference: string }) {
	const row = await requireTicket(db, claimKind, reference);
	const { uid, wall, note, said, goal, offerKey: key } = row;
	const step = key && goal ? catalogue.findStep({ wall, key, goal }) : undefined;
	const since = new Date(Math.min(row.openedAt.getTime(), clock.now()) - CLICK_RETENTION_MS);
	const credits = await selectWallCredits(db, { uid, wall, since });
	const about = { uid, wall, since: since.getTime() };
	const { items: callbacks } = await findPostbacks({ db }, { ...about, limit: POSTBACKS_SHOWN, cursor: undefined });
	const positions = await selectPositions(db, row);
	return {
		claim: { ...adminItemOf(claimKind, row), note, said, goal, goal_title: step?.title ?? null },
		pictures: positions.map((position) => `/data/admin/claims/${reference}/pictures/${position}`),
		clicks: (await selectClickList(db, row)).map(datesToMs),
		credits: credits
			.toReversed()
			.map(({ atMs, offerKey, name, amount, boost, state }) => ({
				...{ at: atMs, offer_key: offerKey, name, state },
				amount: robuxToWire(asRobuxCents(amount + boost)),
			})),
		callbacks,
		before: await countEnded(db, uid),
	};
}

const MEASURED_DAYS = 90;

async function measureWalls({ db, clock }: DbDeps) {
	const since = new Date(clock.now() - MEASURED_DAYS * DAY_MS);
	const walls = await rowsOf<WallClaims>(db)`
		select c.wall as wall_id, c.claims, c.open, round(1000.0 * c.claims / nullif(d.credits, 0), 1)::float8 as per_1000,
			c.median_days, c.settled::float8 / nullif(c.settled + c.declined, 0) as settled_share
		from (
			select wall, count(*)::int as claims, count(*) filter (where ${claimKind.isWaiting})::int as open,
				count(*) filter (where state = 'settled') as settled, count(*) filter (where state = 'declined') as declined,
				round((percentile_cont(0.5) within group (order by extract(epoch from changed_at - opened_at) / 86400)
					filter (where state in ('settled', 'declined')))::numeric, 2)::float8 as median_days
			from claims where opened_at >= ${since} group by wall
		) c
		left join (select wall, sum(credits) as credits from wall_days where day >= ${since} group by wall) d using (wall)
		order by c.claims desc, c.wall
	`;
	return { walls, walls_since: since.getTime() };
}

/** Recounts the credits of yesterday, today and days not counted yet (UTC). */
export async function countWallDays({ db, clock }: DbDeps): Promise<void> {
	const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
	const last = await rowOf<{ day: Date | null }>(db)`select max(day) as day from wall_days`;
	const first = Math.max(today - MEASURED_DAYS * DAY_MS, (last?.day?.getTime() ?? 0) - DAY_MS);
	const from = new Date(Math.min(first, today));
	await inTransaction(db, async (tx) => {
		await sql`delete from wall_days where day >= ${from} or day < ${new Date(today - 2 * MEASURED_DAYS * DAY_MS)}`.execute(
			tx,
		);
		await sql`
			insert into wall_days (wall, day, credits)
			select substr(debit, 9), date_trunc('day', at, 'UTC'), count(*) from transfers
			where at >= ${from} and kind in ('credit', 'credit-hold') group by 1, 2
		`.execute(tx);
	});
}
