import type { BirthDate } from '../../../contract/accounts/birth-date.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { deleteAgelessAccount, findAccountById, setAge } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { deleteSessionsOf } from '../store.ts';
import { ensureUserRecord } from '../user-record/ensure-user-record.ts';
import { isOldEnough } from './age.ts';

/** Stores the date of birth, or deletes the account of a child. @param mayTry false after a refusal. */
export async function setAgeOf(
	deps: { db: Database; clock: Clock },
	{ uid, birth, mayTry }: { uid: string; birth: BirthDate; mayTry: boolean },
): Promise<void> {
	const isAccepted = mayTry && isOldEnough(birth, deps.clock.now());
	await inTransaction(deps.db, async (tx) => {
		const isFirst = isAccepted ? await setAge(tx, { uid, birthYear: birth.year }) : await deleteAgelessAccount(tx, uid);
		if (!isFirst) throw authError('operation-not-allowed');
		if (!isAccepted) return deleteSessionsOf(tx, uid);
		const account = await findAccountById(tx, uid);
		if (account && !account.emailVerified) await orderMail(tx, { kind: 'verify-email', uid });
	});
	if (!isAccepted) throw authError('too-young');
	await ensureUserRecord(deps, uid);
}
