import { sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import { type Database, rowOf, rowsOf } from '../lib/db/database.ts';

type HereRow = { uid: string; booked: number; held: number; isFinal: boolean };
export type Here = ReadonlyMap<string, HereRow>;

export async function selectHere(db: Database, project: string): Promise<Here> {
	const rows = await rowsOf<HereRow & { id: string }>(db)`
		select e.id, e.uid, i.booked, i.held, i.final_at is not null as "isFinal"
		from external_ids e join imported_accounts i using (uid) where i.project = ${project} and not e.is_digest
	`;
	return new Map(rows.map(({ id, ...row }) => [id, row]));
}

export async function countHere(db: Database, project: string): Promise<{ admins: number; histories: number }> {
	const row = await rowOf<{ admins: number; histories: number }>(db)`
		select (
			select count(*) from imported_accounts i join auth_user a on a.id = i.uid join users u using (uid)
			where i.project = ${project} and (u.staff_role is not null or a.email in (select email from staff_invites))
		)::int as admins, (
			select count(*) from imported_history where uid in (select uid from imported_accounts where project = ${project})
		)::int as histories
	`;
	return row ?? { admins: 0, histories: 0 };
}

export async function insertReport(
	db: Database,
	{ project, at, report }: { project: string; at: Date; report: object },
): Promise<void> {
	await sql`insert into imports (at, project, report) values (${at}, ${project}, ${JSON.stringify(report)}::jsonb)`.execute(
		db,
	);
}

export type MirroredRow = {
	id: string;
	balance: RobuxCents;
	username: string | null;
	avatarUrl: string | null;
	lastAccess: Date | null;
};

/** Leaves out accounts whose balance still changes at the source. */
export async function selectToMirror(db: Database, project: string): Promise<MirroredRow[]> {
	return rowsOf<MirroredRow>(db)`
		select e.id, w.balance, u.roblox_username as username, u.avatar_url as "avatarUrl", u.last_access as "lastAccess"
		from external_ids e join users u using (uid) join wallets w using (uid) left join imported_accounts i using (uid)
		where e.source = ${`firebase/${project}`} and not e.is_digest and strpos(e.id, '/') = 0
			and (i.final_at is not null or i.uid is null)
			and exists (select 1 from imported_accounts where project = ${project} and final_at is not null)
	`;
}

export async function selectDeletedIds(db: Database, digests: readonly string[]): Promise<string[]> {
	const rows = await rowsOf<{ id: string }>(db)`select id from external_ids where is_digest and id = any(${digests})`;
	return rows.map(({ id }) => id);
}
