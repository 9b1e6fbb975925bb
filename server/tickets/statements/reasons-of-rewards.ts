import { rules } from '../../../contract/accounts/statements.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { type FindReason, insideOf } from './found-statement.ts';
import { selectClaimDeclined, selectDecision, selectHold, selectReversal } from './store-statements.ts';

/** Why a reward is held, was taken back, or is not paid. */

export const findHold: FindReason = async (db, uid, id) => {
	const hold = await selectHold(db, uid, id);
	if (!hold) return undefined;
	const { cause, releaseAt, wall, name } = hold;
	return {
		rule: ruleOfHold(hold),
		version: hold.version,
		at: hold.at.getTime(),
		facts: { amount: robuxToWire(hold.amount), wall, name },
		said: null,
		ends_at: releaseAt?.getTime() ?? null,
		decided_by: null,
		inside: { cause },
	};
};

const holdRules = { amount: 'amount-hold', speed: 'speed-hold' } as const;

/** Derived from the row of a held credit. */
export function ruleOfHold({ cause, releaseAt }: { cause: keyof typeof holdRules | null; releaseAt: Date | null }) {
	if (cause) return holdRules[cause];
	return releaseAt ? 'wall-hold' : 'partner-hold';
}

export const findReversal: FindReason = async (db, uid, id) => {
	const reversal = await selectReversal(db, uid, id);
	if (!reversal) return undefined;
	const { kind, amount, wall, name, reason, at, decidedBy, proposedBy } = reversal;
	const rule = kind === 'adjustment-down' ? 'staff' : kind === 'claim-return' ? 'claim-paid-twice' : 'partner-reversal';
	return {
		rule,
		version: rules[rule].version,
		at: at.getTime(),
		facts: { amount: robuxToWire(amount), wall, name },
		said: reason,
		ends_at: null,
		decided_by: decidedBy,
		inside: proposedBy === decidedBy ? {} : { proposed_by: proposedBy },
	};
};

export const findClaim: FindReason = async (db, uid, reference) => {
	const claim = await selectClaimDeclined(db, uid, reference);
	if (!claim) return undefined;
	const decision = await selectDecision(db, { uid, actions: ['decline-claim'], key: 'claim', value: reference });
	return {
		rule: 'staff',
		version: rules.staff.version,
		at: claim.at.getTime(),
		facts: { wall: claim.wall, name: claim.title },
		said: claim.said,
		ends_at: null,
		decided_by: decision?.actor ?? null,
		inside: insideOf(decision),
	};
};
