import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { defaultBranding } from '../../contract/branding.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { postTransfer } from '../../server/ledger/post-transfer.ts';
import { openWallet } from '../../server/ledger/wallet.ts';
import { inTransaction } from '../../server/lib/db/database.ts';
import type { PayoutDeps } from '../../server/withdrawals/payouts/record-outcome.ts';
import { processWithdrawal } from '../../server/withdrawals/request/process-withdrawal.ts';
import { type createFakeVendor, PLAYER } from './fake-vendor.ts';

type Deps = Pick<PayoutDeps, 'db' | 'clock'>;
type Played = ReturnType<typeof createFakeVendor>;

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
		words: defaultBranding,
		rules: { requireVerifiedEmail: false, dailyCap: undefined, stockPolicy: 'queue' as const },
		currentVendor: vendor.name,
		publish() {},
		wakePayouts() {},
		findStock: async () => undefined,
		takeTurn: async () => {},
	};
	const request = { roblox_username: PLAYER, placeId, amount, requestId };
	return (await processWithdrawal(deps, actor, request)).order_id;
}
