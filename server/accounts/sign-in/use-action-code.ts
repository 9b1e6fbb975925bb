import { UNDO_EMAIL_CHANGE_MS } from '../../../contract/limits.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import { type Database, type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import type { LinkPurpose } from '../../notifications/send-ordered-mail.ts';
import * as store from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { insertFormerAddress } from '../memory/store-former-addresses.ts';
import { requireChangeableAddress } from '../site-mode.ts';
import { hashCode } from './one-time-code.ts';

type CodeRequest = { clock: Clock; code: unknown; purposes: readonly LinkPurpose[] };

/** Only one concurrent caller succeeds. */
export const useActionCode = (tx: Tx, request: CodeRequest) =>
	withCode(tx, request, (sought) => store.consumeActionCode(tx, sought));

export const requireActionCode = (db: Database, request: CodeRequest) =>
	withCode(db, request, (sought) => store.selectActionCode(db, sought));

async function withCode(
	db: Database | Tx,
	{ clock, code, purposes }: CodeRequest,
	find: (sought: store.SoughtCode) => Promise<store.ActionCode | undefined>,
): Promise<store.ActionCode> {
	const hash = hashCode(code);
	if (!hash) throw authError('invalid-action-code');
	const found = await find({ hash, purposes, nowMs: clock.now() });
	if (found) return found;
	throw authError(
		(await store.isExpiredActionCode(db, { hash, purposes })) ? 'expired-action-code' : 'invalid-action-code',
	);
}

export function verifyEmail({ db, clock }: DbDeps, code: unknown): Promise<{ email: string }> {
	return inTransaction(db, async (tx) => {
		const used = await useActionCode(tx, { clock, code, purposes: ['verify-email', 'change-email'] });
		const { uid, email } = used;
		if (used.purpose === 'verify-email') {
			if (!(await store.markEmailVerified(tx, { uid, email }))) throw authError('invalid-action-code');
			return { email };
		}
		await requireChangeableAddress(tx, uid, clock.now());
		const at = new Date(clock.now());
		const undoUntil = new Date(at.getTime() + UNDO_EMAIL_CHANGE_MS);
		const former = await insertFormerAddress(tx, { uid, at, undoUntil });
		await store.updateEmail(tx, { uid, email });
		// Deletes other links, because the old mailbox may no longer belong to the user.
		await store.deleteActionCodesOf(tx, uid);
		if (former) await orderMail(tx, { kind: 'email-changed', uid, email: former.email, change: former.id });
		return { email };
	});
}
