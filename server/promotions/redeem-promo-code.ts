import type { CallResult } from '../../contract/calls.ts';
import type { CallError, CallErrorCode } from '../../contract/errors.ts';
import { asRobuxCents, robuxToWire } from '../../contract/money.ts';
import type { PromoRefusal } from '../../contract/promotions.ts';
import { callError } from '../../contract/refusals.ts';
import type { AccountMemory } from '../accounts/memory/account-memory.ts';
import { selectRelatedOf } from '../accounts/memory/related-accounts.ts';
import { selectSessionsOf } from '../accounts/sessions/session-store.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { lockWallet, openWallet } from '../ledger/wallet.ts';
import { type DbDeps, inTransaction } from '../lib/db/database.ts';
import { type Actor, visitorOf } from '../lib/http/callers.ts';
import { promotionReference, refusalOf } from './promo-code.ts';
import { countUse, countUsesOf, insertRedemption, isForOthers, lockCode } from './store.ts';

export type RedeemDeps = DbDeps & { memory: AccountMemory; publish(uid: string): void };

const USER_AGENT_MAX = 300;

const codeOf: Record<PromoRefusal, CallErrorCode> = {
	'unknown-code': 'not-found',
	'not-started': 'failed-precondition',
	ended: 'failed-precondition',
	'used-up': 'failed-precondition',
	'own-limit': 'already-exists',
};

/** Locks the code's row, so that concurrent users cannot exceed its limit. @param code in upper case. */
export async function redeemPromoCode(
	{ db, clock, memory, publish }: RedeemDeps,
	{ code }: { code: string },
	{ actor: { uid, sessionId }, ip }: { actor: Pick<Actor, 'uid' | 'sessionId'>; ip: string },
): Promise<CallResult<'redeemPromoCode'>> {
	const nowMs = clock.now();
	const result = await inTransaction(db, async (tx) => {
		const promo = await lockCode(tx, code);
		if (!promo) throw refused('unknown-code');
		if (await isForOthers(tx, { uid, code })) throw callError('permission-denied', 'code-for-others');
		const own = await countUsesOf(tx, { uids: [uid], code });
		const uids = await selectRelatedOf(tx, memory, { uid, nowMs });
		const reason = refusalOf(promo, { own: own + (await countUsesOf(tx, { uids, code })), nowMs });
		if (reason) throw refused(reason);

		await openWallet(tx, uid);
		const wallet = await lockWallet(tx, uid);
		const use = own + 1;
		const { amount } = promo;
		const reference = promotionReference(code, use);
		const { id: transferId } = await postTransfer(tx, { kind: 'promotion', uid, amount, reference, atMs: nowMs });
		const sessions = await selectSessionsOf(tx, { uid, nowMs });
		const userAgent = sessions.find(({ id }) => id === sessionId)?.userAgent?.slice(0, USER_AGENT_MAX) ?? null;
		await insertRedemption(tx, { uid, code, use, atMs: nowMs, transferId, userAgent, network: visitorOf(ip) });
		await countUse(tx, code);
		return { amount: robuxToWire(amount), robux: robuxToWire(asRobuxCents(wallet.balance + amount)) };
	});
	publish(uid);
	return result;
}

const refused = (reason: PromoRefusal): CallError => callError(codeOf[reason], reason);
