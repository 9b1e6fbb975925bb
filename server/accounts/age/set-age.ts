import type { BirthDate } from '../../../contract/accounts/birth-date.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { deleteAgelessAccount, findAccountById, setAge } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { deleteSessionsOf } from '../store.ts';
import { ensureUserRecord } from '../user-record/ensure-user-record.ts';

export async function setAgeOf(
	deps: DbDeps,
	{ uid, birth, isChild }: { uid: string; birth: BirthDate; isChild: boolean },
): Promise<void> {
	await inTransaction(deps.db, async (tx) => {
		const isFirst = isChild ? await deleteAgelessAccount(tx, uid) : await setAge(tx, { uid, birthYear: birth.year });
		if (!isFirst) throw authError('operation-not-allowed');
		if (isChild) return deleteSessionsOf(tx, uid);
		const account = await findAccountById(tx, uid);
		if (account && !account.emailVerified) await orderMail(tx, { kind: 'verify-email', uid });
	});
	if (isChild) throw authError('too-young');
	await ensureUserRecord(deps, uid);
}
