import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Calls } from '../../../contract/calls.ts';
import { callError } from '../../../contract/refusals.ts';
import type { AdminPayoutMethod, PayoutCode } from '../../../contract/withdrawals/payout-methods.ts';
import type { AccountMemory } from '../../accounts/memory/account-memory.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { noteUse } from '../../accounts/sessions/note-use.ts';
import { requireRecentSignIn } from '../../accounts/sessions/require-session.ts';
import { type ActionDeps, type AdminContext, type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import { type Database, type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import type { EventLog } from '../../lib/event-log.ts';
import type { Handler } from '../../lib/feature.ts';
import { type KeyChange, resealColumn } from '../../lib/secrets/reseal-column.ts';
import { ifReadable, type SecretBox } from '../../lib/secrets/secret-box.ts';
import { wakeGiftCards } from '../payouts/store-payouts.ts';
import * as store from './store-codes.ts';

export async function adminGetPayoutMethods({ db }: { db: Database }): Promise<AdminPayoutMethod[]> {
	const { isOn, centsPerThousand, amountMin } = await store.selectMethod(db);
	const { free, given } = await store.selectStock(db);
	return [
		{
			method: 'gift-card',
			is_on: isOn,
			usd_per_thousand: centsPerThousand === null ? null : centsPerThousand / 100,
			amount_min: amountMin,
			free_codes: free.map(({ cents, count }) => ({ value: cents / 100, count })),
			given_codes: given,
		},
	];
}

export const adminSetPayoutMethod: StaffCall<'adminSetPayoutMethod', ActionDeps> = async (deps, input, admin) => {
	const { method, reason, ...given } = input;
	await withAudit(deps, admin, { action: 'set-payout-method', reason }, async (tx, atMs) => {
		const before = await store.selectMethod(tx, { isLocked: true });
		const after = { isOn: given.is_on, centsPerThousand: toCents(given.usd_per_thousand), amountMin: given.amount_min };
		if (isLooser(before, after)) requireSecond(admin);
		await store.updateMethod(tx, after, new Date(atMs));
		return { result: undefined, change: { method, before, after } };
	});
	const [shown] = await adminGetPayoutMethods(deps);
	return shown as AdminPayoutMethod;
};

function isLooser(before: store.MethodRow, after: store.MethodRow): boolean {
	if (!after.isOn) return false;
	return !before.isOn || after.centsPerThousand > before.centsPerThousand || after.amountMin < before.amountMin;
}

export type CodeDeps = DbDeps & { secretBox: SecretBox; memory: AccountMemory; wakePayouts: () => void };

const SALT_BYTES = 16;
const sealedAs = (id: string) => `payout code ${id}`;

const toCents = (usd: number) => Math.round(usd * 100);

export const hashOf = (salt: Buffer, code: string): Buffer => createHash('sha256').update(salt).update(code).digest();

/** Ignores how a code is grouped and capitalized, so that it cannot be added twice. */
export function newCode({ secretBox, memory }: Pick<CodeDeps, 'secretBox' | 'memory'>, code: string, cents: number) {
	const id = randomUUID();
	const digest = memory.digestOf('payout-code', code.replaceAll(/[\s-]/g, '').toUpperCase());
	const salt = randomBytes(SALT_BYTES);
	return { id, cents, digest, sealed: secretBox.seal(code, sealedAs(id)), salt, hash: hashOf(salt, code) };
}

/** @throws CallError `already-exists` with the numbers of the lines, but not their codes. */
export function addCodes(deps: CodeDeps, codes: readonly store.NewCode[], admin: AdminContext): Promise<number> {
	const { approval: _, ...alone } = admin;
	return withAudit(deps, alone, { action: 'add-payout-codes' }, async (tx, atMs) => {
		const stored = await store.insertCodes(tx, codes, { by: admin.actor.uid, now: new Date(atMs) });
		const unused = new Set(stored.map((digest) => digest.toString('hex')));
		const lines = codes.flatMap(({ digest }, n) => (unused.delete(digest.toString('hex')) ? [] : [n + 1]));
		if (lines.length > 0) throw callError('already-exists', 'codes-known', { lines: lines.slice(0, 20).join(', ') });
		await wakeGiftCards(tx, new Date(atMs));
		return { result: codes.length, change: { count: codes.length, value: (codes[0]?.cents ?? 0) / 100 } };
	});
}

export const adminAddPayoutCodes: StaffCall<'adminAddPayoutCodes', CodeDeps> = async (deps, input, admin) => {
	const { value, codes } = input;
	const news = codes.map((code) => newCode(deps, code, toCents(value)));
	const added = await addCodes(deps, news, admin);
	deps.wakePayouts();
	return { added };
};

export const adminRemovePayoutCodes: StaffCall<'adminRemovePayoutCodes', CodeDeps> = (deps, input, admin) => {
	const { value, reason } = input;
	return withAudit(deps, admin, { action: 'remove-payout-codes', reason }, async (tx) => {
		const removed = await store.deleteFreeCodes(tx, toCents(value));
		if (removed > 0) requireSecond(admin);
		return { result: { removed }, change: removed > 0 ? { count: removed, value } : undefined };
	});
};

type ReadDeps = Pick<CodeDeps, 'clock' | 'secretBox'>;

/** @throws CallError `permission-denied` if there are codes and the sign-in is not recent. */
export async function readPayoutCodes(
	tx: Tx,
	{ clock, secretBox }: ReadDeps,
	{ uid, sessionId }: { uid: string; sessionId: string },
): Promise<PayoutCode[]> {
	const codes = await store.selectCodesOf(tx, uid);
	if (codes.length > 0) await requireRecentSignIn(tx, { uid, sessionId, nowMs: clock.now() });
	return codes.map(({ id, withdrawalId, orderId, cents, sealed, salt, hash }) => ({
		...{ withdrawal_id: withdrawalId, order_id: orderId, value: cents / 100 },
		code: (sealed !== null && ifReadable(() => secretBox.open(sealed, sealedAs(id)))) || null,
		...{ salt: salt.toString('hex'), hash: hash.toString('hex') },
	}));
}

type GetDeps = ReadDeps & { db: Database; events: Pick<EventLog, 'note'> };

export const getPayoutCodes: Handler<Calls['getPayoutCodes'], GetDeps> = async (deps, _, caller) => {
	const codes = await inTransaction(deps.db, (tx) => readPayoutCodes(tx, deps, caller.actor));
	if (codes.length > 0) noteUse(deps.events, 'getPayoutCodes', caller);
	return codes;
};

export const resealCodes = (tx: Tx, keys: KeyChange): Promise<void> =>
	resealColumn(tx, keys, { table: 'payout_codes', column: 'sealed', contextOf: sealedAs });
