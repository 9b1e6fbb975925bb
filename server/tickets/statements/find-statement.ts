import {
	OBJECTION_DAYS,
	type RuleId,
	rules,
	type Statement,
	type StatementKind,
} from '../../../contract/accounts/statements.ts';
import type { ThreadAbout } from '../../../contract/accounts/threads.ts';
import { reasonSentences } from '../../../contract/admin/reasons.ts';
import type { FullStatement } from '../../../contract/admin/threads.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { callError, reasonMessageOf } from '../../../contract/refusals.ts';
import type { OpenCall, UserCall } from '../../lib/call-handler.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { Decision } from './store-statements.ts';
import * as store from './store-statements.ts';

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

const actionsOf = { ban: ['ban'], pause: ['pause', 'fraud-pause'] } as const;

function by(rule: RuleId, at: Date | null, more: Partial<Found>): Found {
	const rest = { facts: {}, said: null, ends_at: null, decided_by: null, inside: {} };
	return { rule, version: rules[rule].version, at: at?.getTime() ?? null, ...rest, ...more };
}

const amountOf = (amount: RobuxCents) => ({ amount: robuxToWire(amount) });

function insideOf(decision: Decision | undefined): Record<string, unknown> {
	return decision ? { ...decision.details, reason: decision.reason } : {};
}

async function findBan(db: Database | Tx, uid: string): Promise<Found | undefined> {
	const standing = await store.selectStanding(db, uid);
	if (!standing || standing.banRule === null || standing.bannedAt === null) return undefined;
	const decision = await store.selectDecision(db, { uid, actions: actionsOf.ban });
	return restricted(standing.banRule, decision, { at: standing.bannedAt, said: standing.banReason });
}

async function findPause(db: Database | Tx, uid: string): Promise<Found | undefined> {
	const standing = await store.selectStanding(db, uid);
	if (!standing || standing.pauseRule === null) return undefined;
	const decision = await store.selectDecision(db, { uid, actions: actionsOf.pause });
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
	const order = await store.selectOrder(db, uid, orderId);
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
	const decision = await store.selectRefund(db, uid, orderId);
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
		const found = await store.selectCase(db, uid);
		if (!found) return undefined;
		const { at, version, ...inside } = found;
		return by('fraud-signals', at, { version, inside });
	}
	const difference = await store.selectDifference(db, uid, orderId);
	if (!difference) return undefined;
	const { at, version, amount, ...inside } = difference;
	return by('vendor-differs', at, { version, facts: amountOf(amount), inside });
}

async function findHold(db: Database | Tx, uid: string, id: string): Promise<Found | undefined> {
	const hold = await store.selectHold(db, uid, id);
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
	const reversal = await store.selectReversal(db, uid, id);
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
	const claim = await store.selectClaimDeclined(db, uid, reference);
	if (!claim) return undefined;
	const made = await store.selectDecision(db, { uid, actions: ['decline-claim'], key: 'claim', value: reference });
	const { at, wall, title: name, said } = claim;
	return by('staff', at, { facts: { wall, name }, said, decided_by: made?.actor ?? null, inside: insideOf(made) });
}

const lasting: readonly StatementKind[] = ['ban', 'pause', 'hold', 'review'];

/**
 * Builds the statement of reasons from the rule on the row, and from the audit log if an admin decided.
 * @returns undefined if the restriction does not exist, has ended or is another user's
 */
export async function findStatement(db: Database | Tx, uid: string, { kind, id }: ThreadAbout) {
	const found = await findReasons[kind](db, uid, id ?? '');
	if (!found) return undefined;
	const automated = found.decided_by === null && found.rule !== 'staff';
	const until = found.at === null ? null : found.at + OBJECTION_DAYS * DAY_MS;
	const ownId = kind === 'ban' || kind === 'pause' ? null : id;
	return { kind, id: ownId, ...found, automated, object_until: lasting.includes(kind) ? found.ends_at : until };
}

type Deps = { db: Database };

export const getStatement: UserCall<'getStatement', Deps> = async ({ db }, { kind, id }, { actor }) => {
	const statement = await findStatement(db, actor.uid, { kind, id: id ?? null });
	if (!statement) throw callError('not-found', 'nothing-to-object-to');
	return toPersonal(statement);
};

export const adminGetStatements: OpenCall<'adminGetStatements', Deps> = async ({ db }, { uid }) => {
	const items = await findStatements(db, uid);
	const deciders = items.map(({ decided_by }) => decided_by);
	return { items, names: await store.selectStaffNames(db, deciders) };
};

export async function findStatements(db: Database, uid: string): Promise<FullStatement[]> {
	const ofAccount = (['ban', 'pause', 'review'] as const).map((kind) => ({ kind, id: null }));
	const found: FullStatement[] = [];
	for (const one of [...ofAccount, ...(await store.selectStandingIds(db, uid))]) {
		const statement = await findStatement(db, uid, one);
		if (statement) found.push(statement);
	}
	return found;
}

/** Returns the admins who proposed and approved the restriction, even after it ended. */
export async function findDeciders(db: Database | Tx, uid: string, about: ThreadAbout): Promise<string[]> {
	const found = await findDecision(db, uid, about);
	return [found?.actor, found?.proposedBy].filter((one) => typeof one === 'string');
}

async function findDecision(db: Database | Tx, uid: string, { kind, id }: ThreadAbout) {
	if (kind === 'ban' || kind === 'pause') return store.selectDecision(db, { uid, actions: actionsOf[kind] });
	if (kind === 'withdrawal') return store.selectRefund(db, uid, id ?? '');
	if (kind === 'claim')
		return store.selectDecision(db, { uid, actions: ['decline-claim'], key: 'claim', value: id ?? '' });
	const taken = kind === 'reversal' ? await store.selectReversal(db, uid, id ?? '') : undefined;
	return taken && { actor: taken.decidedBy, proposedBy: taken.proposedBy };
}

/** Omits the admin, and details that would help to evade a rule. */
export function toPersonal({ inside: _, decided_by: __, ...statement }: FullStatement): Statement {
	return statement;
}
