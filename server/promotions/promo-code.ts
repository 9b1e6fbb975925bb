import type { PromoCode, PromoRefusal } from '../../contract/promotions.ts';

/** A promo code as it is kept. Times are ms since the epoch, the amount hundredths of R$. */
export type CodeState = {
	uses: number;
	usesMax: number;
	perUser: number;
	startsAt: Date;
	endsAt: Date | null;
	closedAt: Date | null;
};

export function stateOf({ closedAt, startsAt, endsAt, uses, usesMax }: CodeState, nowMs: number): PromoCode['state'] {
	if (closedAt !== null) return 'closed';
	if (endsAt !== null && endsAt.getTime() <= nowMs) return 'ended';
	if (uses >= usesMax) return 'used-up';
	return startsAt.getTime() > nowMs ? 'planned' : 'open';
}

/** @param own how often this user has used it. @returns why they cannot use it now, or undefined. */
export function refusalOf(code: CodeState, { own, nowMs }: { own: number; nowMs: number }): PromoRefusal | undefined {
	const state = stateOf(code, nowMs);
	// Who has used it themselves is told that, whatever became of the code since.
	if (own >= code.perUser) return 'own-limit';
	if (state === 'closed' || state === 'ended') return 'ended';
	if (state === 'used-up') return 'used-up';
	return state === 'planned' ? 'not-started' : undefined;
}

export function promotionReference(code: string, use: number): string {
	return `promotion/${code}/${use}`;
}
