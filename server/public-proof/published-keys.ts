import { sql } from 'kysely';
import type { Log } from '../lib/clock-and-log.ts';
import { type Database, type DbDeps, inTransaction, rowsOf, type Tx } from '../lib/db/database.ts';
import { keyIdOf, type ProofKey } from './proof-key.ts';

type KeyRow = {
	id: string;
	publicKey: Buffer;
	from: Date;
	until: Date | null;
	signedBy: string | null;
	signature: string | null;
};

export async function getPublishedKeys(db: Database | Tx) {
	const rows = await selectKeys(db);
	return {
		keys: rows.map(({ id, publicKey, from, until, signedBy, signature }) => ({
			...namesOf({ publicKey, from }),
			id,
			until: until === null ? null : String(until.getTime()),
			signed_by: signedBy,
			signature,
		})),
	};
}

export async function findPublicKeys(db: Database | Tx): Promise<Map<string, Buffer>> {
	return new Map((await selectKeys(db)).map(({ id, publicKey }) => [id, publicKey]));
}

export async function publishKey({ db, clock, log }: DbDeps & { log: Log }, key: ProofKey) {
	const nowMs = clock.now();
	const isFollowed = await inTransaction(db, async (tx) => {
		const known = await selectKeys(tx);
		const own = known.find(({ id }) => id === key.id);
		if (!own) await insertKey(tx, { publicKey: key.publicKey, from: new Date(nowMs), signedBy: null, signature: null });
		const before = known.filter(({ id, from, until }) => id !== key.id && until === null && (!own || from <= own.from));
		for (const { id } of before) await endKey(tx, id, nowMs);
		if (!own && known.length > 0) log.warn({ key: key.id }, "PROOF_KEY is new and wasn't signed by the previous key");
		return own !== undefined && own.until !== null;
	});
	if (isFollowed) log.warn({ key: key.id }, 'PROOF_KEY was replaced; set the newest key on every node');
}

export async function announceKey({ db, clock }: DbDeps, by: ProofKey, next: ProofKey) {
	const from = new Date(clock.now());
	const signature = by.sign(namesOf({ publicKey: next.publicKey, from }));
	await inTransaction(db, (tx) => insertKey(tx, { publicKey: next.publicKey, from, signedBy: by.id, signature }));
}

function namesOf({ publicKey, from }: Pick<KeyRow, 'publicKey' | 'from'>) {
	return { from: String(from.getTime()), id: keyIdOf(publicKey), public_key: publicKey.toString('base64url') };
}

function selectKeys(db: Database | Tx): Promise<KeyRow[]> {
	return rowsOf<KeyRow>(db)`
		select id, public_key as "publicKey", valid_from as "from", valid_until as until, signed_by as "signedBy", signature
		from proof_keys order by valid_from, id
	`;
}

async function insertKey(tx: Tx, { publicKey, from, signedBy, signature }: Omit<KeyRow, 'id' | 'until'>) {
	await sql`
		insert into proof_keys (id, public_key, valid_from, signed_by, signature)
		values (${keyIdOf(publicKey)}, ${publicKey}, ${from}, ${signedBy}, ${signature}) on conflict (id) do nothing
	`.execute(tx);
}

async function endKey(tx: Tx, id: string, atMs: number): Promise<void> {
	await sql`update proof_keys set valid_until = ${new Date(atMs)} where id = ${id} and valid_until is null`.execute(tx);
}
