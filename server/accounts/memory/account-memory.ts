import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import { cellsOf, type Database, type DbDeps, type Tx } from '../../lib/db/database.ts';
import { enqueue, enqueueAll } from '../../lib/jobs/jobs.ts';
import { mailboxOf } from './mailbox.ts';

type MemoryKind = 'email' | 'game-account' | 'external-id';

type Memory = { uid: string; kind: MemoryKind; digest: Buffer; deletedAt: Date };

async function insertMemory(tx: Tx, { uid, kind, digest, deletedAt }: Memory): Promise<void> {
	await sql`
		insert into deleted_account_memory (uid, kind, digest, deleted_at, ban_rule)
		select ${uid}, ${kind}, ${digest}, ${deletedAt}, (
			select ban_rule from users where uid = ${uid} and banned_at is not null
		)
	`.execute(tx);
}

export async function selectPaidGameAccounts(tx: Tx, uid: string): Promise<number[]> {
	return cellsOf<number>(tx)`
		select distinct platform_user_id as id from withdrawals
		where uid = ${uid} and state = 'completed' and platform_user_id is not null
	`;
}

export async function markReturned(
	tx: Tx,
	{ uid, digests, since }: { uid: string; digests: readonly Buffer[]; since: Date },
): Promise<void> {
	await sql`
		update deleted_account_memory set returned_as = ${uid}
		where kind = 'email' and digest = any(${digests}::bytea[]) and deleted_at >= ${since} and uid <> ${uid}
	`.execute(tx);
}

export async function selectReturned(db: Database, uid: string): Promise<string[]> {
	return cellsOf<string>(db)`
		select returned_as as uid from deleted_account_memory
		where uid = ${uid} and kind = 'email' and returned_as is not null
	`;
}

async function selectDigests(tx: Tx, digests: readonly string[]): Promise<Set<string>> {
	const found = await cellsOf<string>(tx)`
		select encode(digest, 'hex') as digest from deleted_account_memory
		where kind = 'email' and encode(digest, 'hex') = any(${digests})
	`;
	return new Set(found);
}

/** The digests are keyed, so that leaked ones cannot be matched to known addresses. */
export type AccountMemory = ReturnType<typeof createAccountMemory>;

export function createAccountMemory({ key, days }: { key: string; days: number }) {
	return {
		days,
		digestOf: (kind: MemoryKind | 'payout-code', value: string | number) =>
			createHmac('sha256', key).update(`${kind}:${value}`).digest(),
	};
}

/** Call before erasing the account. Skips unconfirmed addresses, which may belong to other people. */
export async function rememberAccount(
	tx: Tx,
	memory: AccountMemory,
	{ uid, atMs, confirmedEmails }: { uid: string; atMs: number; confirmedEmails: readonly string[] },
): Promise<void> {
	if (memory.days === 0) return;
	const facts = { uid, deletedAt: new Date(atMs) };
	for (const mailbox of new Set(confirmedEmails.map(mailboxOf))) {
		await insertMemory(tx, { ...facts, kind: 'email', digest: memory.digestOf('email', mailbox) });
	}
	for (const platformUserId of await selectPaidGameAccounts(tx, uid)) {
		await insertMemory(tx, { ...facts, kind: 'game-account', digest: memory.digestOf('game-account', platformUserId) });
	}
}

/** Includes addresses as spelled, because an earlier version stored their digests. */
export function digestsOfEmails(memory: AccountMemory, emails: readonly string[]): Buffer[] {
	const spellings = new Set(emails.flatMap((email) => [mailboxOf(email), email.toLowerCase()]));
	return [...spellings].map((spelling) => memory.digestOf('email', spelling));
}

export function rememberedSince({ days }: Pick<AccountMemory, 'days'>, nowMs: number): Date {
	return new Date(nowMs - days * DAY_MS);
}

type ForgetDeps = DbDeps & { memory: AccountMemory };

export async function forgetAccounts({ db, clock, memory }: ForgetDeps): Promise<void> {
	await sql`delete from deleted_account_memory where deleted_at < ${rememberedSince(memory, clock.now())}`.execute(db);
}

/** Counts chargebacks of deleted accounts with the same confirmed address. */
export const RECALL_TASK = 'recall-account';

export async function orderRecall(tx: Tx, uid: string): Promise<void> {
	await enqueue(tx, RECALL_TASK, { uid }, `${RECALL_TASK}|${uid}`);
}

export async function orderRecalls(
	tx: Tx,
	memory: AccountMemory,
	accounts: { uid: string; email: string | undefined }[],
) {
	const digests = accounts.map(({ email = '' }) =>
		digestsOfEmails(memory, [email]).map((digest) => digest.toString('hex')),
	);
	const remembered = await selectDigests(tx, digests.flat());
	const found = accounts.filter((_, n) => digests[n]?.some((digest) => remembered.has(digest)));
	const jobs = found.map(({ uid }) => ({ payload: { uid }, key: `${RECALL_TASK}|${uid}` }));
	await enqueueAll(tx, RECALL_TASK, jobs);
}
