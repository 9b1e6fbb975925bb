import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents } from '../contract/money.ts';
import { defaultWords } from '../contract/words.ts';
import { postTransfer } from '../server/ledger/post-transfer.ts';
import { openWallet } from '../server/ledger/wallet.ts';
import { inTransaction } from '../server/lib/database.ts';
import { processWithdrawal } from '../server/withdrawals/process-withdrawal.ts';
import type { PayoutDeps } from '../server/withdrawals/record-verdict.ts';
import { type createPlayedVendor, PLAYER } from './played-vendor.ts';

type Deps = Pick<PayoutDeps, 'db' | 'clock'>;
type Played = ReturnType<typeof createPlayedVendor>;

/** Somebody who can afford anything, with a game account at the played platform. */
export async function richUser({ platform: { userId } }: Played, { db, clock }: Deps): Promise<string> {
	const uid = randomUUID();
	await openWallet(db, uid);
	await sql`
		insert into users (uid, roblox_username, platform_user_id, created_at) values (${uid}, ${PLAYER}, ${userId}, now())
	`.execute(db);
	const amount = asRobuxCents(1_000_000_000_000);
	const reference = `offer/w/${uid}/credit`;
	const posting = { kind: 'credit', uid, wall: 'w', amount, reference, atMs: clock.now() } as const;
	await inTransaction(db, (tx) => postTransfer(tx, posting));
	return uid;
}

/** A withdrawal that goes to the played vendor. @returns its order id. */
export async function submitTo(
	{ platform: { platform, placeId }, vendor }: Played,
	{ db, clock }: Deps,
	{ uid, amount, requestId = randomUUID() }: { uid: string; amount: number; requestId?: string },
): Promise<string> {
	const actor = { uid, sessionId: 's', role: null, emailVerified: true, pausedReason: null, missingStep: null };
	const deps = {
		db,
		clock,
		platform,
		words: defaultWords,
		rules: { requireVerifiedEmail: false, dailyCap: undefined, stockPolicy: 'queue' as const },
		currentVendor: vendor.name,
		publish() {},
		hintPayouts() {},
		findStock: async () => undefined,
		takeTurn: async () => {},
	};
	const request = { roblox_username: PLAYER, placeId, amount, requestId };
	return (await processWithdrawal(deps, actor, request)).order_id;
}
