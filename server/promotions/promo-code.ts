import type { PromoCode, PromoRefusal } from '../../contract/promotions.ts';

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

export function refusalOf(code: CodeState, { own, nowMs }: { own: number; nowMs: number }): PromoRefusal | undefined {
	const state = stateOf(code, nowMs);
	// Users who redeemed the code get this refusal first, even after it ended.
	if (own >= code.perUser) return 'own-limit';
	if (state === 'closed' || state === 'ended') return 'ended';
	if (state === 'used-up') return 'used-up';
	return state === 'planned' ? 'not-started' : undefined;
}

export const promotionReference = (code: string, use: number): string => `promotion/${code}/${use}`;
