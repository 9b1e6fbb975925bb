import { sql } from 'kysely';
import type { CallResult } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Origin } from '../../contract/growth.ts';
import { retentionMs } from '../../contract/site/retention.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import { type Database, inTransaction, type Tx } from '../lib/db/database.ts';
import { cellOf, hasRow, rowOf } from '../lib/db/rows.ts';

type Source = { kind: string; source: string; inviter: string | null };

const SIGN_UP_MS = HOUR_MS;

/** Inviters are older accounts, so that no account invites itself and none invite each other. */
async function selectSource(tx: Tx, uid: string, { code, site, campaign }: Origin): Promise<Source> {
	const invite = await rowOf<Source>(tx)`
		select 'referral' as kind, code as source, i.uid as inviter
		from invite_codes c join users i on i.uid = c.uid join users u on u.created_at > i.created_at
		where code = ${code ?? ''} and u.uid = ${uid}
	`;
	if (invite) return invite;
	if (campaign) return { kind: 'campaign', source: campaign, inviter: null };
	return { kind: site ? 'site' : 'none', source: site ?? '', inviter: null };
}

export async function noteSource(
	{ db, clock }: ActionDeps,
	origin: Origin,
	{ actor: { uid } }: { actor: { uid: string } },
): Promise<CallResult<'noteSource'>> {
	const nowMs = clock.now();
	return inTransaction(db, async (tx) => {
		const { kind, source, inviter } = await selectSource(tx, uid, origin);
		const noted = await hasRow(tx)`
			insert into account_sources (uid, kind, source, site, campaign, joined_at, inviter, terms)
			select uid, ${kind}, ${source}, ${origin.site ?? null}, ${origin.campaign ?? null}, ${new Date(nowMs)}, ${inviter},
				(select max(id) from bounty_terms)
			from users where uid = ${uid} and created_at > ${new Date(nowMs - SIGN_UP_MS)} and deleted_at is null
			on conflict do nothing returning uid
		`;
		return { noted };
	});
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
	await sql`delete from account_sources where joined_at < ${before}`.execute(db);
}
