import { sql } from 'kysely';
import type { MachineKey } from '../../../contract/connect/keys.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { type Database, hasRow, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';

export const SECRET_DAYS = 7;

export type ActiveKey = {
	id: string;
	name: string;
	permissions: Permission[];
	personalData: boolean;
	addresses: string[];
};

const isActive = (now: Date) => sql`
	k.revoked_at is null and k.expires_at > ${now}
		and exists (select from users u where u.uid = k.created_by and u.staff_role is not null and u.banned_at is null)`;

export function selectActiveKey(db: Database, hash: Buffer, now: Date): Promise<ActiveKey | undefined> {
	return rowOf<ActiveKey>(db)`
		select id, name, permissions, personal_data as "personalData", addresses
		from machine_keys k where hash = ${hash} and ${isActive(now)}
	`;
}

export function selectKeys(db: Database, { uid, now }: { uid: string; now: Date }) {
	return rowsOf<InDates<MachineKey, 'created_at' | 'expires_at' | 'last_used_at'>>(db)`
		select k.id, k.name, permissions, personal_data, addresses, created_by, a.email as creator_name, k.created_at,
			k.expires_at, last_used_at, last_address, s.proposal,
			case when ${isActive(now)} then 'active' when revoked_at is null and k.expires_at <= ${now} then 'expired' else 'revoked' end
				as state
		from machine_keys k left join auth_user a on a.id = k.created_by
		left join untaken_secrets s on s.id = k.id and s.asked_by = ${uid}
		order by k.created_at desc, k.id
	`;
}

export type NewKey = ActiveKey & { hash: Buffer; createdBy: string; createdAt: Date; expiresAt: Date };

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
	await sql`
		insert into machine_keys (id, name, hash, permissions, personal_data, addresses, created_by, created_at, expires_at)
		values (${key.id}, ${key.name}, ${key.hash}, ${key.permissions}::text[], ${key.personalData}, ${key.addresses}::text[],
			${key.createdBy}, ${key.createdAt}, ${key.expiresAt})
	`.execute(tx);
}

export function revokeKey(tx: Tx, id: string, at: Date): Promise<boolean> {
	return hasRow(tx)`
		update machine_keys set revoked_at = ${at} where id = ${id} and revoked_at is null and expires_at > ${at} returning id
	`;
}

export async function endKeysOf(tx: Tx, uid: string): Promise<void> {
	await sql`update machine_keys set revoked_at = now() where created_by = ${uid} and revoked_at is null`.execute(tx);
	await sql`delete from untaken_secrets where asked_by = ${uid}`.execute(tx);
}

export async function updateLastUse(db: Database, { id, at, ip }: { id: string; at: Date; ip: string }): Promise<void> {
	await sql`
		update machine_keys set last_used_at = ${at}, last_address = ${ip}
		where id = ${id} and (last_used_at is null or last_used_at < ${at}::timestamptz - interval '1 minute')
	`.execute(db);
}

type Secret = { proposal: string; askedBy: string; id: string; sealed: string; at: Date };

export async function insertSecret(tx: Tx, { proposal, askedBy, id, sealed, at }: Secret): Promise<void> {
	await sql`
		with replaced as (delete from untaken_secrets where id = ${id})
		insert into untaken_secrets (proposal, asked_by, id, sealed, at) values (${proposal}, ${askedBy}, ${id}, ${sealed}, ${at})
	`.execute(tx);
}

export function takeSecret(tx: Tx, { proposal, askedBy }: Pick<Secret, 'proposal' | 'askedBy'>) {
	return rowOf<Pick<Secret, 'id' | 'sealed'>>(tx)`
		delete from untaken_secrets where proposal = ${proposal} and asked_by = ${askedBy} returning id, sealed
	`;
}

export async function deleteOldSecrets(db: Database, before: Date): Promise<void> {
	await sql`delete from untaken_secrets where at <= ${before}`.execute(db);
}
