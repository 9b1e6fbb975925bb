import { openWallet } from '../../ledger/wallet.ts';
import type { UserCall } from '../../lib/call-handler.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { agreeBySignUp } from '../agreements/agree.ts';
import { orderRecall } from '../memory/account-memory.ts';
import { insertUser, markCreatedByCall } from '../store.ts';

/** Idempotent. better-auth commits the account first; after a crash in between, the user's first call creates the record. */
export async function ensureUserRecord(deps: DbDeps, uid: string, signUp?: { language: string | undefined }) {
	await inTransaction(deps.db, async (tx) => {
		const isNew = await insertUser(tx, { uid, nowMs: deps.clock.now(), language: signUp?.language });
		if (signUp) await agreeBySignUp(tx, { uid, language: signUp.language, atMs: deps.clock.now() });
		await openWallet(tx, uid);
		// An address that a provider has confirmed may be that of a deleted account.
		if (isNew) await orderRecall(tx, uid);
	});
}

export const createUser: UserCall<'createUser', DbDeps> = async (deps, _, { actor: { uid } }) => {
	await ensureUserRecord(deps, uid);
	return { uid, created: await markCreatedByCall(deps.db, { uid, nowMs: deps.clock.now() }) };
};
