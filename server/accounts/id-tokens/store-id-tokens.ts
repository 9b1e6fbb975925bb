import { sql } from 'kysely';
import { retentionMs } from '../../../contract/site/retention.ts';
import { cellOf, type Database, hasRow, inTransaction, type Tx } from '../../lib/db/database.ts';
import { prepared } from '../../lib/db/prepared.ts';

type Owner = { uid: string; isThere: boolean; isBanned: boolean; isEnded: boolean; isOpen: boolean };
type SignIn = { source: string; sub: string; sessionId: string; at: Date; openUntil: Date };

const select = prepared<Owner>(
	'select_id_token_owner',
	`select e.uid, a.id is not null as "isThere", u.banned_at is not null as "isBanned",
		coalesce(e.valid_since > $4, false) as "isEnded", coalesce(s.expires_at > $5, false) as "isOpen"
	from external_ids e left join auth_user a on a.id = e.uid left join users u on u.uid = e.uid
		left join auth_session s on s.id = $3 and s.user_id = e.uid
	where e.source = $1 and e.id = $2 and not e.is_digest`,
);

export async function selectOwner(db: Database, { source, sub, sessionId, at, openUntil }: SignIn) {
	return (await select(db, source, sub, sessionId, at, openUntil)).rows[0];
}

type Session = Record<'id' | 'uid' | 'tokenHash' | 'ip', string> &
	Record<'at' | 'now' | 'expiresAt', Date> & { userAgent: string | null };

/** The lock orders this, {@link endIdTokens} and concurrent first uses, whose tokens `on conflict (id)` does not cover. */
export async function openSession(db: Database, session: Session): Promise<boolean> {
	const { id, uid, tokenHash, at, now, expiresAt, userAgent, ip } = session;
	return hasRow(db)`
		with valid as (
			select from external_ids where uid = ${uid} and coalesce(valid_since <= ${at}, true) limit 1 for no key update
		)
		insert into auth_session (id, user_id, token, expires_at, created_at, updated_at, ip_address, user_agent, signed_in_at,
			from_id_token)
		select ${id}, ${uid}, ${tokenHash}, ${expiresAt}, ${now}, ${now}, ${ip}, ${userAgent}, ${at}, true from valid
		on conflict (id) do update set expires_at = excluded.expires_at returning id
	`;
}

type Account = { uid: string; source: string; sub: string; email: string; name: string; verified: boolean };

export async function insertAccount(db: Database, { uid, source, sub, email, name, verified }: Account): Promise<void> {
	await inTransaction(db, async (tx) => {
		await sql`insert into external_ids (id, source, uid) values (${sub}, ${source}, ${uid})`.execute(tx);
		await sql`
			insert into auth_user (id, email, name, email_verified) values (${uid}, ${email}, ${name}, ${verified})
		`.execute(tx);
	});
}

/** Sessions of ID tokens are prolonged once a day while they are used. */
export async function countIdTokenUsers(db: Database, since: Date): Promise<number> {
	const expiresAt = new Date(since.getTime() + retentionMs('sessions'));
	const count = await cellOf<number>(db)`
		select count(distinct user_id)::int from auth_session where from_id_token and expires_at > ${expiresAt}
	`;
	return count ?? 0;
}

/** Otherwise an ID token would open an ended session again. */
export async function endIdTokens(tx: Tx, uid: string): Promise<void> {
	await sql`update external_ids set valid_since = greatest(valid_since, ${new Date()}) where uid = ${uid}`.execute(tx);
}
