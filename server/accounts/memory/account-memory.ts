import { createHmac } from 'node:crypto';
import { DAY_MS } from '../../../contract/durations.ts';
import type { DbDeps, Tx } from '../../lib/db/database.ts';
import { enqueue, enqueueAll } from '../../lib/jobs/jobs.ts';
import { mailboxOf } from './mailbox.ts';
import {
	deleteMemoriesBefore,
	insertMemory,
	type MemoryKind,
	selectDigests,
	selectPaidGameAccounts,
} from './store-memory.ts';

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

export async function forgetAccounts({ db, clock, memory }: DbDeps & { memory: AccountMemory }): Promise<void> {
	await deleteMemoriesBefore(db, rememberedSince(memory, clock.now()));
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
