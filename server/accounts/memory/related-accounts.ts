import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import { cellsOf, type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { type AccountMemory, digestsOfEmails, rememberedSince } from './account-memory.ts';
import { mailboxOf } from './mailbox.ts';

type About = { uid: string; emails: readonly string[]; nowMs: number };

/** Returns the other accounts, deleted ones included, that ever confirmed an address of the same mailboxes. */
export async function selectRelated(
	db: Database | Tx,
	memory: AccountMemory,
	{ uid, emails, nowMs }: About,
): Promise<string[]> {
	if (emails.length === 0) return [];
	const own = new Set(emails.map(mailboxOf));
	const rows = await rowsOf<{ uid: string; email: string | null }>(db)`
		with own as (select distinct mailbox_of(email) as mailbox from unnest(${emails}::text[]) email)
		select id as uid, email from own join auth_user on email_verified and mailbox_of(email) = mailbox where id <> ${uid}
		union
		select uid, email from own join former_addresses on confirmed and mailbox_of(email) = mailbox where uid <> ${uid}
		union
		select uid, null from deleted_account_memory
		where kind = 'email' and digest = any(${digestsOfEmails(memory, emails)}::bytea[])
			and deleted_at >= ${rememberedSince(memory, nowMs)} and uid <> ${uid}
	`;
	const related = rows.filter(({ email }) => email === null || own.has(mailboxOf(email)));
	return [...new Set(related.map((row) => row.uid))];
}

/** Also counts the account's unconfirmed address: registering another person's address only limits oneself. */
export async function selectRelatedOf(
	db: Database | Tx,
	memory: AccountMemory,
	{ uid, nowMs }: Omit<About, 'emails'>,
): Promise<string[]> {
	const emails = await cellsOf<string>(db)`
		select email from auth_user where id = ${uid}
		union select email from former_addresses where uid = ${uid} and confirmed
	`;
	return selectRelated(db, memory, { uid, emails, nowMs });
}

export async function selectDebtOf(db: Database, uids: readonly string[]): Promise<RobuxCents> {
	if (uids.length === 0) return asRobuxCents(0);
	const row = await rowOf<{ debt: number }>(db)`
		select coalesce(-sum(balance), 0)::bigint as debt from wallets where uid = any(${uids}::uuid[]) and balance < 0
	`;
	return asRobuxCents(row?.debt ?? 0);
}

/** @returns undefined for staff. The reason of a deleted account is null. */
export function selectBanOf(tx: Tx, { uid, related }: { uid: string; related: readonly string[] }) {
	return rowOf<{ rule: string; reason: string | null }>(tx)`
		select rule, reason from (
			select ban_rule as rule, ban_reason as reason from users
			where uid = any(${related}::uuid[]) and banned_at is not null and deleted_at is null
			union all
			select ban_rule, null from deleted_account_memory where uid = any(${related}::uuid[]) and ban_rule is not null
		) bans
		where exists (select from users where uid = ${uid} and role is null and banned_at is null and deleted_at is null)
		order by rule, reason limit 1
	`;
}
