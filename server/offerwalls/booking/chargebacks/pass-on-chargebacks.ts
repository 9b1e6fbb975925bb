import { z } from 'zod';
import { type AccountMemory, digestsOfEmails, rememberedSince } from '../../../accounts/memory/account-memory.ts';
import { selectConfirmedAddresses } from '../../../accounts/memory/store-former-addresses.ts';
import { markReturned, selectReturned } from '../../../accounts/memory/store-memory.ts';
import { WalletClosed } from '../../../ledger/errors.ts';
import { lockWallet } from '../../../ledger/wallet.ts';
import { recordAudit } from '../../../lib/audit.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Database, inTransaction } from '../../../lib/db/database.ts';
import type { Log } from '../../../lib/log.ts';
import { countChargebacks } from './chargeback.ts';
import { selectChargebacksToPassOn } from './store-chargebacks.ts';

export type RecallDeps = {
	db: Database;
	clock: Clock;
	log: Log;
	memory: AccountMemory;
	publish: (uid: string) => void;
};

/**
 * Passes a deleted account's chargebacks on to a new account with the same confirmed address. Debits nothing: the loss
 * is booked already.
 */
export async function recallAccount(deps: RecallDeps, payload: unknown): Promise<void> {
	const { uid } = z.object({ uid: z.uuid() }).parse(payload);
	for (const each of new Set([uid, ...(await selectReturned(deps.db, uid))])) await passOn(deps, each);
}

async function passOn({ db, clock, log, memory, publish }: RecallDeps, uid: string): Promise<void> {
	const nowMs = clock.now();
	const isBanned = await inTransaction(db, async (tx) => {
		await lockWallet(tx, uid);
		const emails = await selectConfirmedAddresses(tx, uid);
		if (emails.length === 0 || memory.days === 0) return false;
		const digests = digestsOfEmails(memory, emails);
		const earlier = await markReturned(tx, { uid, digests, since: rememberedSince(memory, nowMs) });
		const transferIds = await selectChargebacksToPassOn(tx, { from: earlier, to: uid });
		if (transferIds.length === 0) return false;
		const about = { details: { chargebacks: transferIds.length, from: earlier }, keeps: ['chargebacks'] };
		await recordAudit(tx, { atMs: nowMs, actor: 'system', action: 'pass-on-chargebacks', uid, ...about });
		const banned = await countChargebacks(
			tx,
			transferIds.map((transferId) => ({ uid, transferId, atMs: nowMs })),
		);
		return banned.has(uid);
	}).catch((error) => {
		if (error instanceof WalletClosed) return false;
		throw error;
	});
	if (!isBanned) return;
	log.warn({ uid }, 'banned after chargebacks of a deleted account');
	publish(uid);
}
