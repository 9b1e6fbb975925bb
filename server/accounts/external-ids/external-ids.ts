import { sql } from 'kysely';
import { type Database, rowsOf, type Tx } from '../../lib/db/database.ts';
import { prepared } from '../../lib/db/prepared.ts';
import type { AccountMemory } from '../memory/account-memory.ts';

type DigestAlias = Pick<AccountMemory, 'digestOf'>;

const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ID_LENGTH_MAX = 128;

export const isUuidForm = (id: string): boolean => UUID_FORM.test(id);

export function aliasDigest(memory: DigestAlias, id: string): string {
	return memory.digestOf('external-id', id).toString('base64url');
}

const select = prepared<{ uid: string }>(
	'select_external_id',
	'select uid from external_ids where (id = $1 and not is_digest) or (id = $2 and is_digest)',
);

/** Also finds deleted accounts. */
export type FindByAlias = (id: string) => Promise<string | undefined>;

export function createFindByAlias({ db, memory }: { db: Database; memory: DigestAlias }): FindByAlias {
	return async (id) => {
		if (id === '' || id.length > ID_LENGTH_MAX || id.includes('\0') || isUuidForm(id)) return undefined;
		return (await select(db, id, aliasDigest(memory, id))).rows[0]?.uid;
	};
}

export async function selectAliasesOf(db: Database | Tx, uid: string): Promise<{ source: string; id: string }[]> {
	return rowsOf<{ source: string; id: string }>(db)`
		select source, id from external_ids where uid = ${uid} and not is_digest order by source, id
	`;
}

export async function digestAliasesOf(tx: Tx, memory: DigestAlias, uid: string): Promise<void> {
	for (const { source, id } of await selectAliasesOf(tx, uid)) {
		const digest = aliasDigest(memory, id);
		await sql`update external_ids set id = ${digest}, is_digest = true where id = ${id}`.execute(tx);
		const stem = `import/${source.slice(source.indexOf('/') + 1)}/`;
		await sql`select forget_import_references(${uid}, ${stem + id}, ${stem + digest})`.execute(tx);
	}
}
