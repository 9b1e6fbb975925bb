import { z } from 'zod';
import { ruleOf } from '../../../../contract/accounts/statements.ts';
import { refusal } from '../../../../contract/refusals.ts';
import {
	type AccountMemory,
	digestsOfEmails,
	markReturned,
	rememberedSince,
	selectReturned,
} from '../../../accounts/memory/account-memory.ts';
import { selectBanOf, selectRelated } from '../../../accounts/memory/related-accounts.ts';
import { selectConfirmedAddresses } from '../../../accounts/memory/store-former-addresses.ts';
import { banUser } from '../../../accounts/user-record/restrict-user.ts';
import { WalletClosed } from '../../../ledger/errors.ts';
import { lockWallet } from '../../../ledger/wallet.ts';
import { recordAudit } from '../../../lib/audit.ts';
import type { Log } from '../../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction, type Tx } from '../../../lib/db/database.ts';
import { countChargebacks } from './chargeback.ts';
import { selectChargebacksToPassOn } from './store-chargebacks.ts';

export type RecallDeps = DbDeps & { log: Log; memory: AccountMemory; publish: (uid: string) => void };

/**
 * Passes bans and chargebacks on between accounts that confirmed addresses of one mailbox. Debits nothing: the other
 * account owes the amount, or its loss is booked already.
 */
export async function recallAccount(deps: RecallDeps, payload: unknown): Promise<void> {
	const { uid } = z.object({ uid: z.uuid() }).parse(payload);
	const { db, memory, clock } = deps;
	const emails = await selectConfirmedAddresses(db, uid);
	const related = await selectRelated(db, memory, { uid, emails, nowMs: clock.now() });
	for (const each of new Set([uid, ...related, ...(await selectReturned(db, uid))])) await passOn(deps, each);
}

async function passOn({ db, clock, log, memory, publish }: RecallDeps, uid: string): Promise<void> {
	const nowMs = clock.now();
	const isBanned = await inTransaction(db, async (tx) => {
		await lockWallet(tx, uid);
		const emails = await selectConfirmedAddresses(tx, uid);
		const digests = digestsOfEmails(memory, emails);
		await markReturned(tx, { uid, digests, since: rememberedSince(memory, nowMs) });
		const earlier = await selectRelated(tx, memory, { uid, emails, nowMs });
		if (await passOnBan(tx, { uid, related: earlier, atMs: nowMs })) return true;
		const transferIds = await selectChargebacksToPassOn(tx, { from: earlier, to: uid });
		if (transferIds.length === 0) return false;
		const about = { details: { chargebacks: transferIds.length, from: earlier }, keeps: ['chargebacks'] };
		await recordAudit(tx, { atMs: nowMs, actor: 'system', action: 'pass-on-chargebacks', uid, ...about });
		const chargebacks = transferIds.map((transferId) => ({ uid, transferId, atMs: nowMs }));
		return (await countChargebacks(tx, chargebacks)).has(uid);
	}).catch((error) => {
		if (error instanceof WalletClosed) return false;
		throw error;
	});
	if (!isBanned) return;
	log.warn({ uid }, 'banned after a ban or chargebacks of another account with the same mailbox');
	publish(uid);
}

async function passOnBan(tx: Tx, { uid, related, atMs }: { uid: string; related: string[]; atMs: number }) {
	const ban = await selectBanOf(tx, { uid, related });
	if (!ban) return false;
	const reason = ban.reason ?? refusal('banned-earlier-account').message;
	const isBanned = await banUser(tx, { uid, reason, atMs, rule: ruleOf(ban.rule) });
	const about = { details: { from: related }, keeps: [] };
	if (isBanned) await recordAudit(tx, { atMs, actor: 'system', action: 'pass-on-ban', uid, ...about });
	return isBanned;
}
