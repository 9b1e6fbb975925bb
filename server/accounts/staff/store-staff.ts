import { sql } from 'kysely';
import type { Colleague, SavedView } from '../../../contract/accounts/staff.ts';
import type { StaffRole } from '../../../contract/permissions.ts';
import { type Database, hasRow, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { MACHINE } from '../second-person.ts';

export function selectStaff(db: Database): Promise<InDates<Colleague, 'last_access'>[]> {
	return rowsOf<InDates<Colleague, 'last_access'>>(db)`
		select u.uid, a.email, a.name, u.staff_role as role, u.banned_at is not null as banned,
			coalesce(a.two_factor_enabled, false) as two_factor_enabled, u.last_access
		from users u join auth_user a on a.id = u.uid
		where u.role is not null order by u.created_at, u.uid
	`;
}

export type InviteRow = { id: string; email: string; role: StaffRole; invitedBy: string; expiresAt: Date };

const columns = sql`id, email, role, invited_by as "invitedBy", expires_at as "expiresAt"`;

export function selectInvites(db: Database | Tx, now: Date): Promise<InviteRow[]> {
	return rowsOf<InviteRow>(db)`select ${columns} from staff_invites where expires_at > ${now} order by expires_at desc`;
}

export async function replaceInvite(tx: Tx, { id, email, role, invitedBy, expiresAt }: InviteRow): Promise<void> {
	await sql`delete from staff_invites where email = ${email}`.execute(tx);
	await sql`
		insert into staff_invites (id, email, role, invited_by, expires_at)
		values (${id}, ${email}, ${role}, ${invitedBy}, ${expiresAt})
	`.execute(tx);
}

export function updateInviteCode(db: Database | Tx, { id, hash, now }: { id: string; hash: Buffer; now: Date }) {
	return rowOf<InviteRow>(db)`
		update staff_invites set code_hash = ${hash} where id = ${id} and expires_at > ${now} returning ${columns}
	`;
}

export function lockInvite(tx: Tx, { hash, now }: { hash: Buffer; now: Date }): Promise<InviteRow | undefined> {
	return rowOf<InviteRow>(tx)`
		select ${columns} from staff_invites i
		where code_hash = ${hash} and expires_at > ${now} and (invited_by = ${MACHINE} or exists (
			select from users u where u.uid = i.invited_by and u.staff_role = 'owner' and u.banned_at is null
		))
		for update
	`;
}

export async function hasInvite(db: Database | Tx, { email, now }: { email: string; now: Date }): Promise<boolean> {
	return hasRow(db)`select from staff_invites where email = ${email.toLowerCase()} and expires_at > ${now}`;
}

export async function deleteInvite(tx: Tx, id: string): Promise<void> {
	await sql`delete from staff_invites where id = ${id}`.execute(tx);
}

export async function deleteInvitesOf(tx: Tx, uid: string): Promise<void> {
	await sql`delete from staff_invites where invited_by = ${uid}`.execute(tx);
}

export async function deleteInvitesTo(tx: Tx, { uid, email }: { uid: string; email: string }): Promise<void> {
	await sql`delete from staff_invites where email = ${email} or invited_by = ${uid}`.execute(tx);
	await sql`update proposals set input = input - 'email' where kind = 'call' and input ->> 'email' = ${email}`.execute(
		tx,
	);
}

export async function deleteOldInvites(db: Database, now: Date): Promise<void> {
	await sql`delete from staff_invites where expires_at <= ${now}`.execute(db);
}

export function selectViews(db: Database | Tx, uid: string): Promise<SavedView[]> {
	return rowsOf<SavedView>(db)`select page, name, query from saved_views where uid = ${uid} order by page, name`;
}

export async function upsertView(tx: Tx, uid: string, { page, name, query }: SavedView): Promise<void> {
	await sql`
		insert into saved_views (uid, page, name, query) values (${uid}, ${page}, ${name}, ${query})
		on conflict (uid, page, name) do update set query = excluded.query
	`.execute(tx);
}

export async function deleteView(db: Database, uid: string, { page, name }: Omit<SavedView, 'query'>): Promise<void> {
	await sql`delete from saved_views where uid = ${uid} and page = ${page} and name = ${name}`.execute(db);
}
