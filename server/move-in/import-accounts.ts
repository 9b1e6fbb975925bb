import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../contract/durations.ts';
import { aliasDigest } from '../accounts/external-ids/external-ids.ts';
import { type AccountMemory, orderRecalls } from '../accounts/memory/account-memory.ts';
import { insertImportedPasswords, sealImportedPassword } from '../accounts/passwords/imported-passwords.ts';
import { MACHINE } from '../accounts/second-person.ts';
import { hasInvite, replaceInvite } from '../accounts/staff/store-staff.ts';
import { isOnStaff } from '../accounts/store.ts';
import { atTheMachine, withAudit } from '../accounts/with-audit.ts';
import { openBatch } from '../ledger/batch.ts';
import { type DbDeps, inTransaction, isDuplicate, LostRace, type Tx } from '../lib/db/database.ts';
import type { SecretBox } from '../lib/secrets/secret-box.ts';
import { type MoneyPlan, type MovePlan, type PlannedAccount, planMoney, withoutAddress } from './plan-move.ts';
import {
	type Account,
	digestOf,
	type ImportedRow,
	insertAccounts,
	linkGoogleAccounts,
	saveImported,
	selectAddressOwners,
	selectImported,
	updateAccounts,
} from './store-accounts.ts';

export type ImportDeps = DbDeps & { memory: AccountMemory; secretBox: SecretBox };

export type Hold = { above: number } | undefined;
export type ImportOptions = { project: string; source: string; hold: Hold; isFinal: boolean };

export type BatchResult = { imported: number; unchanged: number } & Pick<MovePlan, 'skipped' | 'problems'>;

type Known = { account: Account; digest: string; row: ImportedRow | undefined };

const INVITE_LIFETIME_MS = 48 * HOUR_MS;

export const isHeldBy = (hold: Hold, balance: number) => hold !== undefined && balance > hold.above;

type Run = ImportDeps & ImportOptions & { tx: Tx; at: Date; result: BatchResult };

export function importBatch(deps: ImportDeps, planned: PlannedAccount[], options: ImportOptions): Promise<BatchResult> {
	return inTransaction(deps.db, async (tx) => {
		const result: BatchResult = { imported: 0, unchanged: 0, skipped: [], problems: [] };
		const run = { ...deps, ...options, tx, result, at: new Date(deps.clock.now()) };
		await importIn(run, planned).catch((cause) => {
			throw isDuplicate(cause) ? new LostRace('an address was taken concurrently', { cause }) : cause;
		});
		return result;
	});
}

async function importIn(run: Run, planned: PlannedAccount[]): Promise<void> {
	const { tx, at, isFinal, project, source, memory, result } = run;
	const known = await findAccounts(run, planned);
	const created = known.flatMap(({ row, account }) => (row ? [] : [account]));
	const isChanged = ({ row, digest }: Known) => row?.isImported && !row.isFinal && row.digest !== digest;
	const changed = known.filter(isChanged).map(({ account }) => account);
	if (created.length > 0) {
		await insertAccounts(tx, created, source, at);
		await orderRecalls(
			tx,
			memory,
			created.filter(({ verified }) => verified),
		);
	}
	if (changed.length > 0) await updateAccounts(tx, changed, at);
	const written = new Set([...created, ...changed]);
	const opened = known.filter(({ account, row }) => !row?.isImported || written.has(account));
	if (opened.length > 0) await addWaysIn(run, opened);
	for (const { account, row } of known) {
		if (account.isAdmin) await inviteAdmin(run, account);
		if (!account.isDisabled || !row || row.isBanned || written.has(account)) continue;
		result.problems.push({ id: account.id, problem: 'disabled at the source, but not banned here' });
	}
	const money = await moveMoney(run, known);
	const updated = known.flatMap(({ account, digest, row }, n) => {
		const { bookings: _, ...after } = money[n] as MoneyPlan;
		const isKnown = row?.isImported && row.transfers === after.transfers && row.missing === after.missing;
		const isMoved = !isKnown || (isFinal && !row.isFinal);
		return isMoved || written.has(account) ? [{ ...account, digest, ...after }] : [];
	});
	if (updated.length > 0) await saveImported(tx, updated, { project, finalAt: isFinal ? at : null });
	result.imported = updated.length;
	result.unchanged = known.length - updated.length;
}

async function findAccounts({ tx, memory, source, result }: Run, planned: PlannedAccount[]): Promise<Known[]> {
	const idOf = new Map(planned.map(({ id }) => [aliasDigest(memory, id), id]));
	const rows = await selectImported(tx, { ids: planned.map(({ id }) => id), digests: [...idOf.keys()] });
	const rowOf = new Map(rows.map((row) => [row.isDeleted ? idOf.get(row.id) : row.id, row]));
	const emails = planned.flatMap(({ email }) => email ?? []);
	const owners = await selectAddressOwners(tx, emails);
	return planned.flatMap((one): Known[] => {
		const row = rowOf.get(one.id);
		if (row && (row.isDeleted || row.source !== source)) {
			const reason = row.isDeleted ? 'the account was deleted here' : 'the id belongs to another account';
			result.skipped.push({ id: one.id, reason });
			return [];
		}
		const account = { ...one, uid: row?.uid ?? randomUUID() };
		const owner = one.email && owners.get(one.email);
		if (owner && owner !== account.uid) {
			result.problems.push({ id: one.id, problem: 'the email address already has an account here' });
			withoutAddress(account);
		}
		return [{ account, row, digest: digestOf(account) }];
	});
}

async function addWaysIn(run: Run, opened: Known[]): Promise<void> {
	const accounts = opened.map(({ account }) => account);
	const { tx, at, secretBox, result } = run;
	const refused = await linkGoogleAccounts(tx, accounts, at);
	const problem = 'the Google account belongs to another user';
	for (const { id, uid } of accounts) if (refused.has(uid)) result.problems.push({ id, problem });
	const seal = ({ uid, password: hash }: Account) => (hash ? [sealImportedPassword(secretBox, { uid, hash })] : []);
	const passwords = accounts.flatMap(seal);
	await insertImportedPasswords(tx, passwords, at);
}

/** Sends no link: on some sites users can write their own role. An owner invites again, with a role and a link. */
async function inviteAdmin({ tx, clock, at }: Run, { uid, email = '' }: Account): Promise<void> {
	if ((await hasInvite(tx, { email, now: at })) || (await isOnStaff(tx, uid))) return;
	const expiresAt = new Date(at.getTime() + INVITE_LIFETIME_MS);
	const row = { id: randomUUID(), email, role: 'viewer', invitedBy: MACHINE, expiresAt } as const;
	await withAudit({ db: tx, clock }, atTheMachine, { action: 'invite-staff' }, async () => {
		await replaceInvite(tx, row);
		return { result: undefined, change: { invite: row.id, before: {}, after: { role: row.role } } };
	});
}

async function moveMoney({ tx, project, hold, isFinal, at }: Run, known: Known[]): Promise<MoneyPlan[]> {
	const plans = known.map(({ account: { id, balance }, row = { booked: 0, held: 0, transfers: 0 } }) => {
		const isSpendable = isFinal && !isHeldBy(hold, balance);
		return planMoney(row, { balance, isSpendable, stem: `import/${project}/${id}` });
	});
	const transfers = known.flatMap(({ account: { uid } }, n) =>
		(plans[n]?.bookings ?? []).map((booking) => ({ ...booking, uid, atMs: at.getTime() })),
	);
	const groups = await Promise.all(transfers.map(({ uid }) => tx.engine.groupOf(uid)));
	for (const entries of Map.groupBy(transfers.entries(), ([n]) => groups[n]).values()) {
		const own = entries.map(([, transfer]) => transfer);
		const batch = await openBatch(tx, { uids: own.map(({ uid }) => uid), keys: [], size: own.length });
		for (const transfer of own) batch.addNew(transfer);
		await batch.write(tx);
	}
	return plans;
}
