import { type RuleId, rules, type StatementKind } from '../../../contract/accounts/statements.ts';
import { reasonSentences } from '../../../contract/admin/reasons.ts';
import type { FullStatement } from '../../../contract/admin/threads.ts';
import { type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { reasonMessageOf } from '../../../contract/refusals.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import {
	type Decision,
	selectCase,
	selectClaimDeclined,
	selectDecision,
	selectDifference,
	selectHold,
	selectOrder,
	selectRefund,
	selectReversal,
	selectStanding,
} from './store-statements.ts';

type Found = Omit<FullStatement, 'kind' | 'id' | 'automated' | 'object_until'>;
type FindReason = (db: Database | Tx, uid: string, id: string) => Promise<Found | undefined>;

export const findReasons: Record<StatementKind, FindReason> = {
	ban: findBan,
	pause: findPause,
	withdrawal: findWithdrawal,
	hold: findHold,
	reversal: findReversal,
	claim: findClaim,
	review: findReview,
};

export const actionsOf = { ban: ['ban'], pause: ['pause', 'fraud-pause'] } as const;

function by(rule: RuleId, at: Date | null, more: Partial<Found>): Found {
	const rest = { facts: {}, said: null, ends_at: null, decided_by: null, inside: {} };
	return { rule, version: rules[rule].version, at: at?.getTime() ?? null, ...rest, ...more };
}

const amountOf = (amount: RobuxCents) => ({ amount: robuxToWire(amount) });

function insideOf(decision: Decision | undefined): Record<string, unknown> {
	return decision ? { ...decision.details, reason: decision.reason } : {};
}

async function findBan(db: Database | Tx, uid: string): Promise<Found | undefined> {
	const standing = await selectStanding(db, uid);
	if (!standing || standing.banRule === null || standing.bannedAt === null) return undefined;
	const decision = await selectDecision(db, { uid, actions: actionsOf.ban });
	return restricted(standing.banRule, decision, { at: standing.bannedAt, said: standing.banReason });
}

async function findPause(db: Database | Tx, uid: string): Promise<Found | undefined> {
	const standing = await selectStanding(db, uid);
	if (!standing || standing.pauseRule === null) return undefined;
	const decision = await selectDecision(db, { uid, actions: actionsOf.pause });
	return restricted(standing.pauseRule, decision, { at: decision?.at ?? null, said: standing.pausedReason });
}

/** @param ruleOnRow such as `chargebacks-ban@1` */
function restricted(
	ruleOnRow: string,
	decision: Decision | undefined,
	{ at, said }: { at: Date | null; said: string | null },
): Found {
	const [rule, version] = ruleOnRow.split('@') as [RuleId, string];
	const more = { version: Number(version), inside: insideOf(decision) };
	if (rule === 'staff') {
		const isOurs = said !== null && reasonMessageOf(said).reason !== undefined;
		return by(rule, at, { ...more, said: isOurs ? null : (said ?? ''), decided_by: decision?.actor ?? null });
	}
	const chargebacks = decision?.details.chargebacks;
	return by(rule, at, { ...more, facts: typeof chargebacks === 'number' ? { chargebacks } : {} });
}

async function findWithdrawal(db: Database | Tx, uid: string, orderId: string): Promise<Found | undefined> {
	const order = await selectOrder(db, uid, orderId);
	if (!order) return undefined;
	const { state, refusal, vendorStatus, screening, updatedAt } = order;
	const facts = amountOf(order.amount);
	if (state === 'screening' && screening) {
		const { until, startedAt, rules: held, version, needsPerson } = screening;
		const inside = { rules: held, needs_person: needsPerson };
		return by('screening', startedAt, { version, facts, ends_at: needsPerson ? null : until.getTime(), inside });
	}
	const inside = { refusal, vendor_status: vendorStatus };
	if (state === 'needs-review' || state === 'unknown') return by('vendor-unclear', updatedAt, { facts, inside });
	if (state !== 'failed') return undefined;
	const decision = await selectRefund(db, uid, orderId);
	if (!decision) return by('vendor-refused', updatedAt, { facts, inside });
	return by('staff', updatedAt, {
		facts,
		// The staff's note is internal; the user reads the sentence of its code.
		said: reasonSentences[decision.code],
		decided_by: decision.actor,
		inside: { ...inside, ...insideOf(decision), ...(screening && { rules: screening.rules }) },
	});
}

async function findReview(db: Database | Tx, uid: string, orderId: string): Promise<Found | undefined> {
	if (orderId === '') {
		const found = await selectCase(db, uid);
		if (!found) return undefined;
		const { at, version, ...inside } = found;
		return by('fraud-signals', at, { version, inside });
	}
	const difference = await selectDifference(db, uid, orderId);
	if (!difference) return undefined;
	const { at, version, amount, ...inside } = difference;
	return by('vendor-differs', at, { version, facts: amountOf(amount), inside });
}

async function findHold(db: Database | Tx, uid: string, id: string): Promise<Found | undefined> {
	const hold = await selectHold(db, uid, id);
	if (!hold) return undefined;
	const { cause, releaseAt, wall, name, version, amount } = hold;
	const facts = { ...amountOf(amount), wall, name };
	return by(ruleOfHold(hold), hold.at, { version, facts, ends_at: releaseAt?.getTime() ?? null, inside: { cause } });
}

const holdRules = { amount: 'amount-hold', speed: 'speed-hold', unprotected: 'wall-hold' } as const;

export function ruleOfHold({ cause, releaseAt }: { cause: keyof typeof holdRules | null; releaseAt: Date | null }) {
	if (cause) return holdRules[cause];
	return releaseAt ? 'wall-hold' : 'partner-hold';
}

const rulesOfReversals: Record<string, RuleId | undefined> = {
	'adjustment-down': 'staff',
	'claim-return': 'claim-paid-twice',
	'bounty-cancel': 'bounty-cause',
	'bounty-reversal': 'bounty-cause',
};

async function findReversal(db: Database | Tx, uid: string, id: string): Promise<Found | undefined> {
	const reversal = await selectReversal(db, uid, id);
	if (!reversal) return undefined;
	const { kind, amount, wall, name, reason, at, decidedBy, proposedBy } = reversal;
	const rule = rulesOfReversals[kind] ?? 'partner-reversal';
	return by(rule, at, {
		facts: { ...amountOf(amount), wall, name },
		said: reason,
		decided_by: decidedBy,
		inside: proposedBy === decidedBy ? {} : { proposed_by: proposedBy },
	});
}

async function findClaim(db: Database | Tx, uid: string, reference: string): Promise<Found | undefined> {
	const claim = await selectClaimDeclined(db, uid, reference);
	if (!claim) return undefined;
	const decision = await selectDecision(db, { uid, actions: ['decline-claim'], key: 'claim', value: reference });
	const { at, wall, title: name, said } = claim;
	return by('staff', at, {
		facts: { wall, name },
		said,
		decided_by: decision?.actor ?? null,
		inside: insideOf(decision),
	});
}
