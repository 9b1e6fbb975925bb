import { type RawBuilder, sql } from 'kysely';
import type { Origin, SourceFigures } from '../../contract/growth.ts';
import { retentionMs } from '../../contract/site/retention.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import { cellOf, cellsOf, type Database, hasRow, rowOf, type Tx } from '../lib/db/database.ts';

type Kind = SourceFigures['kind'];
export type Source = { kind: Kind; source: string; inviter: string | null; partner: number | null };

const TEXTS_A_DAY = 500;
const SOURCES_SHOWN = 300;
const UNCOUNTED_AT_ONCE = 1_000;
const totals = ['visits', 'joined', 'ever_paid', 'earned', 'reversed', 'paid', 'bounties', 'claims', 'bans'] as const;
type Totals = Record<(typeof totals)[number], number>;

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** Inviters are older accounts, so that no account invites itself and none invite each other. */
export async function selectSource(db: Database | Tx, { code, site, campaign }: Origin, uid: string | null = null) {
	const invite = await rowOf<Source>(db)`
		select c.* from (
			select 'referral' as kind, code as source, uid as inviter, null::bigint as partner from invite_codes
			where code = ${code ?? ''}
			union all (select 'partner', code, uid, id from partner_codes where code = ${code ?? ''} order by id desc limit 1)
		) c join users i on i.uid = c.inviter and i.deleted_at is null
		where ${uid}::uuid is null or exists (select 1 from users where uid = ${uid} and created_at > i.created_at)
	`;
	if (invite) return invite;
	const kind = campaign ? 'campaign' : site ? 'site' : 'none';
	return { kind, source: campaign || site || '', inviter: null, partner: null } satisfies Source;
}

export async function insertSource(
	tx: Tx,
	{ uid, site, campaign, nowMs, since, ...from }: Source & Origin & { uid: string; nowMs: number; since: Date },
): Promise<boolean> {
	return hasRow(tx)`
		insert into account_sources (uid, kind, source, site, campaign, joined_at, inviter, partner, terms)
		select uid, ${from.kind}, ${from.source}, ${site ?? null}, ${campaign ?? null}, ${new Date(nowMs)}, ${from.inviter},
			${from.partner}, (select max(id) from bounty_terms)
		from users where uid = ${uid} and created_at > ${since} and deleted_at is null
		on conflict do nothing returning uid
	`;
}

async function addTotals(
	db: Database | Tx,
	{ day, kind, source }: { day: string; kind: Kind; source: RawBuilder<unknown> },
	more: Partial<Totals>,
): Promise<void> {
	const columns = totals.map((name) => sql.ref(name));
	await sql`
		insert into source_days (day, kind, source, ${sql.join(columns)})
		select ${day}, ${kind}, ${source}, ${sql.join(totals.map((name) => sql`${more[name] ?? 0}::bigint`))}
		on conflict (day, kind, source) do update
		set ${sql.join(columns.map((name) => sql`${name} = source_days.${name} + excluded.${name}`))}
	`.execute(db);
}

/** Sites and campaigns are free texts: new ones count as `other` once a day has many. */
export function countVisit(db: Database, { kind, source }: Source, nowMs: number): Promise<void> {
	const day = dayOf(nowMs);
	const isFree = kind === 'campaign' || kind === 'site';
	const known = sql`case
		when exists (select 1 from source_days where day = ${day} and kind = ${kind} and source = ${source})
			or exists (select 1 from account_sources where kind = ${kind} and source = ${source})
			or (select count(*) from source_days where day = ${day} and kind in ('campaign', 'site')) < ${TEXTS_A_DAY}
		then ${source} else 'other' end`;
	return addTotals(db, { day, kind, source: isFree ? known : sql`${source}::text` }, { visits: 1 });
}

/** Adds only the changes since the last count. */
export async function countSource(tx: Tx, uid: string): Promise<void> {
	const account = await rowOf<{ kind: Kind; source: string; joined: Date; counted: Partial<Totals> }>(tx)`
		select kind, source, joined_at as joined, counted from account_sources where uid = ${uid} for update
	`;
	if (!account) return;
	const { kind, source, joined, counted } = account;
	const money = await rowOf<Pick<Totals, 'earned' | 'reversed' | 'paid'>>(tx)`
		select coalesce(sum(payout_micros) filter (where payout_micros > 0), 0)::bigint as earned,
			coalesce(-sum(payout_micros) filter (where payout_micros < 0), 0)::bigint as reversed,
			coalesce(sum(amount) filter (where kind = 'withdrawal-paid'), 0)::bigint as paid
		from transfers where uid = ${uid}
	`;
	const claims = await cellOf<number>(tx)`select count(*) from claims where uid = ${uid}`;
	const standing = await rowOf<Pick<Totals, 'bounties' | 'bans'>>(tx)`
		select (banned_at is not null)::int as bans, (
				select coalesce(sum(amount), 0)::bigint from bounties
				where invited = ${uid} and kind <> 'boost' and state = 'released'
			) as bounties
		from users where uid = ${uid}
	`;
	const ever_paid = money && money.paid > 0 ? 1 : 0;
	const now: Partial<Totals> = { joined: 1, ever_paid, claims: claims ?? 0, ...money, ...standing };
	const changes = totals.map((name) => [name, (now[name] ?? 0) - (counted[name] ?? 0)] as const);
	if (changes.every(([, change]) => change === 0)) return;
	const more = Object.fromEntries(changes);
	await sql`update account_sources set counted = ${JSON.stringify(now)}::jsonb where uid = ${uid}`.execute(tx);
	await addTotals(tx, { day: dayOf(joined.getTime()), kind, source: sql`${source}::text` }, more);
}

/** Accounts whose change no transfer shows. */
export async function selectUncounted(db: Database): Promise<string[]> {
	return cellsOf<string>(db)`
		(select uid from account_sources where counted = '{}' limit ${UNCOUNTED_AT_ONCE})
		union select uid from account_sources s
		where counted -> 'bans' = '1' and exists (select 1 from users u where u.uid = s.uid and u.banned_at is null)
	`;
}

type SourceRow = Omit<SourceFigures, 'margin_usd'> & { bounties: number };

export function figuresIn({ from, to }: { from: number; to: number }): RawBuilder<SourceRow> {
	const columns = sql.join(totals.map((name) => sql.ref(name)));
	// Exact, and quicker than sums of bigint.
	const sums = sql.join(totals.map((name) => sql`coalesce(sum(${sql.ref(name)}::float8), 0) as ${sql.ref(name)}`));
	return sql`
		with sums as (
			select kind, source, ${sums} from source_days where day between ${dayOf(from)} and ${dayOf(to - 1)}
			group by kind, source
		), ranked as (
			select *, row_number() over (order by enabled, joined desc nulls last, visits desc nulls last) as rank from (
				select *, true as enabled from sums s where not exists (
					select 1 from source_switches w where w.kind = s.kind and w.source = s.source and not w.enabled
				) union all
				select w.kind, w.source, ${columns}, false
				from source_switches w left join sums s on s.kind = w.kind and s.source = w.source where not w.enabled
			) one
		), shown as (
			select kind, case when rank <= ${SOURCES_SHOWN} then source else 'other' end as source, enabled, ${sums}
			from ranked group by 1, 2, 3
		)
		select kind, source, enabled, visits, joined, ever_paid, claims, bans, earned / 1e6 as earned_usd,
			reversed / 1e6 as reversed_usd, paid / 100 as paid, bounties / 100 as bounties
		from shown order by joined desc, visits desc, kind, source
	`;
}

/** @returns false if the source was in this state already. */
export async function switchSource(
	tx: Tx,
	{ kind, source, enabled }: Pick<SourceFigures, 'kind' | 'source' | 'enabled'>,
): Promise<boolean> {
	return hasRow(tx)`
		insert into source_switches as w (kind, source, enabled)
		select * from (values (${kind}, ${source}, ${enabled}::boolean)) v (kind, source, enabled)
		where not enabled or exists (select 1 from source_switches where kind = ${kind} and source = ${source})
		on conflict (kind, source) do update set enabled = excluded.enabled where w.enabled <> excluded.enabled
		returning source
	`;
}

/** Until the transaction ends, no source can be switched. */
export async function isSourceOff(tx: Tx, uid: string): Promise<boolean> {
	await sql`lock table source_switches in share mode`.execute(tx);
	return hasRow(tx)`
		select from account_sources s where uid = ${uid} and exists (
			select 1 from source_switches w where not w.enabled and w.source = case w.kind
				when 'campaign' then s.campaign when 'site' then s.site when s.kind then s.source end
		)
	`;
}

export async function selectInviteCode(db: Database, uid: string, fresh: string): Promise<string> {
	const select = () => cellOf<string>(db)`select code from invite_codes where uid = ${uid}`;
	const known = await select();
	if (known) return known;
	await sql`insert into invite_codes (code, uid) values (${fresh}, ${uid}) on conflict do nothing`.execute(db);
	return (await select()) as string;
}

export async function forgetSources({ db, clock }: ActionDeps): Promise<void> {
	const before = new Date(clock.now() - retentionMs('sources'));
	await sql`
		delete from account_sources s where joined_at < ${before}
			and not exists (select 1 from bounties b where b.invited = s.uid and b.state = 'held')
	`.execute(db);
}
