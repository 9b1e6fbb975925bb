import { UNDO_EMAIL_CHANGE_MS } from '../../../contract/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { deleteActionCodesOf, markEmailVerified, updateEmail } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { insertFormerAddress } from '../memory/store-former-addresses.ts';
import { requireChangeableAddress } from '../site-mode.ts';
import { useActionCode } from './use-action-code.ts';

export async function verifyEmail(
	{ db, clock }: { db: Database; clock: Clock },
	code: unknown,
): Promise<{ email: string }> {
	return inTransaction(db, async (tx) => {
		const used = await useActionCode(tx, { clock, code, purposes: ['verify-email', 'change-email'] });
		const { uid, email } = used;
		if (used.purpose === 'verify-email') {
			if (!(await markEmailVerified(tx, { uid, email }))) throw authError('invalid-action-code');
			return { email };
		}
		await requireChangeableAddress(tx, uid, clock.now());
		const at = new Date(clock.now());
		const undoUntil = new Date(at.getTime() + UNDO_EMAIL_CHANGE_MS);
		const former = await insertFormerAddress(tx, { uid, at, undoUntil });
		await updateEmail(tx, { uid, email });
		// Deletes other links, because the old mailbox may no longer belong to the user.
		await deleteActionCodesOf(tx, uid);
		if (former) await orderMail(tx, { kind: 'email-changed', uid, email: former.email, change: former.id });
		return { email };
	});
}
