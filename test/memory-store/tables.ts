import type { AdjustmentRow } from '../../server/adjustments/store.ts';
import type { UserState } from '../../server/identity/store.ts';
import type { WalletRow } from '../../server/ledger/store.ts';
import type { NumberedPosting } from '../../server/ledger/store-postings.ts';
import type { WaitingReversal } from '../../server/offerwalls/store.ts';
import type { Chargeback } from '../../server/offerwalls/store-chargebacks.ts';
import type { HeldCredit } from '../../server/offerwalls/store-held.ts';
import type { CodeRow, NewRedemption } from '../../server/promotions/store.ts';
import type { CircuitReason } from '../../server/withdrawals/circuit.ts';
import type { WithdrawalRow } from '../../server/withdrawals/store.ts';
import type { SettlementRow } from '../../server/withdrawals/store-settlements.ts';

/** Rows are never changed, they are replaced. Each table has one key, said beside it. */
export type Tables = {
	/** By uid. */
	wallets: WalletRow;
	/** By uid and reference. */
	transfers: NumberedPosting & { id: number };
	/** By uid and the number of the transfer that holds it. */
	heldCredits: HeldCredit & { releaseAtMs: number | undefined; outcome: 'released' | 'cancelled' | 'approved' | null };
	/** By uid, wall and transaction. */
	waitingReversals: WaitingReversal;
	/** By wall and transaction, hashed. */
	wallTransactions: { uid: string };
	/** By uid and transfer. */
	chargebacks: Chargeback & { isForgiven: boolean };
	/** By uid. */
	users: UserState & {
		isDeleted: boolean;
		robloxUsername: string | null;
		platformUserId: number | null;
	};
	/** By uid and id. */
	withdrawals: Omit<WithdrawalRow, Erasable> & { [Field in Erasable]: WithdrawalRow[Field] | null } & {
		nextAskAt: Date | null;
		vendorStatus: string | null;
		updatedAt: Date;
		isReconciled: boolean;
	};
	/** By vendor. */
	vendorHealth: { vendor: string; failures: number; openUntil: Date | null; reason: CircuitReason };
	/** By the hour in ms. */
	payoutSpend: { sent: number };
	/** By order and kind. */
	payoutReviews: object;
	/** By id. */
	settlements: SettlementRow;
	/** By uid and id. */
	adjustments: AdjustmentRow;
	/** By code. */
	promoCodes: CodeRow;
	/** By uid, code and use. */
	promoRedemptions: NewRedemption;
};

/** What goes with its account. */
type Erasable = 'robloxUsername' | 'platformUserId' | 'placeId' | 'universeId' | 'passId';

export function emptyTables(): { [Name in keyof Tables]: Map<string, Tables[Name]> } {
	return {
		wallets: new Map(),
		transfers: new Map(),
		heldCredits: new Map(),
		waitingReversals: new Map(),
		wallTransactions: new Map(),
		chargebacks: new Map(),
		users: new Map(),
		withdrawals: new Map(),
		vendorHealth: new Map(),
		payoutSpend: new Map(),
		payoutReviews: new Map(),
		settlements: new Map(),
		adjustments: new Map(),
		promoCodes: new Map(),
		promoRedemptions: new Map(),
	};
}
