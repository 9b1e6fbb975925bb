import { refusal } from '../../../contract/refusals.ts';
import { type Database, type DbDeps, inTransaction } from '../../lib/db/database.ts';
import type { TakeFromRateLimit } from '../../lib/http/callers.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { deleteActionCodesOf, markEmailVerified, upsertPassword } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { deletePasskeys } from '../passkeys/store-passkeys.ts';
import { digestOf } from '../sign-in/sign-in-attempts.ts';
import { requireActionCode, useActionCode } from '../sign-in/use-action-code.ts';
import { deleteSessionsOf } from '../store.ts';
import { requireGoodPassword } from './password-policy.ts';

/** Per address. Further mails are skipped silently. */
const MAILS_LIMIT = { max: 3, windowMs: 3_600_000 };

/** Does the same work for known and unknown addresses, so that timing reveals nothing. */
export async function requestPasswordReset(
	deps: { db: Database; takeFromRateLimit: TakeFromRateLimit; config: { canMail: boolean } },
	email: string,
): Promise<void> {
	if (!deps.config.canMail) throw authError('operation-not-allowed', refusal('mail-off'));
	const address = email.toLowerCase();
	const waitMs = await deps.takeFromRateLimit(resetMailsKey(address), MAILS_LIMIT);
	if (waitMs === undefined) await orderMail(deps.db, { kind: 'reset-password', email: address });
}

export const resetMailsKey = (address: string): string => `reset-password|${digestOf(address)}`;

/** @returns the email address, which is now confirmed. */
export async function resetPassword(
	{ db, clock, config }: DbDeps & { config: { brand: string } },
	{ code, password, hash }: { code: unknown; password: unknown; hash: (password: string) => Promise<string> },
): Promise<string> {
	const request = { clock, code, purposes: ['reset-password'] } as const;
	const { email: mailedTo } = await requireActionCode(db, request);
	await requireGoodPassword(password, { email: mailedTo, brand: config.brand });
	const passwordHash = await hash(password as string);
	return inTransaction(db, async (tx) => {
		const { uid, email } = await useActionCode(tx, request);
		if (!(await markEmailVerified(tx, { uid, email }))) throw authError('invalid-action-code');
		await upsertPassword(tx, { uid, passwordHash, nowMs: clock.now() });
		await deleteActionCodesOf(tx, uid);
		await deleteSessionsOf(tx, uid);
		await deletePasskeys(tx, { uid });
		await orderMail(tx, { kind: 'password-changed', uid });
		return email;
	});
}
