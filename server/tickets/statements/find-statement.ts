import { OBJECTION_DAYS, rules, type Statement } from '../../../contract/accounts/statements.ts';
import type { ThreadAbout } from '../../../contract/accounts/threads.ts';
import { reasonSentences } from '../../../contract/admin/reasons.ts';
import type { FullStatement } from '../../../contract/admin/threads.ts';
import type { CallInput } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { type FindReason, type Found, insideOf, readRule } from './found-statement.ts';
import { findClaim, findHold, findReversal } from './reasons-of-rewards.ts';
import {
	type Decision,
	selectCase,
	selectDecision,
	selectDifference,
	selectOrder,
	selectRefund,
	selectReversal,
	selectStanding,
	selectStandingIds,
} from './store-statements.ts';

type About = ThreadAbout;

const finders: Record<About['kind'], FindReason> = {
	ban: findBan,
	pause: findPause,
	withdrawal: findWithdrawal,
	hold: findHold,
	reversal: findReversal,
	claim: findClaim,
	review: findReview,
};

/**
 * Why something is as it is, made from the rule and version on its row; what a person decided is in the audit in full.
 * @returns undefined for what is not there, is over, or is somebody else's.
 */
export async function findStatement(
	db: Database | Tx,
	uid: string,
	{ kind, id }: About,
): Promise<FullStatement | undefined> {
	const found = await finders[kind](db, uid, id ?? '');
	if (!found) return undefined;
	const automated = found.decided_by === null && found.rule !== 'staff';
	const until = found.at === null ? null : found.at + OBJECTION_DAYS * DAY_MS;
	const lasts = lasting.includes(kind);
	const ownId = kind === 'ban' || kind === 'pause' ? null : id;
	return { kind, id: ownId, ...found, automated, object_until: lasts ? found.ends_at : until };
}

/** Can be objected to as long as it lasts. */
const lasting: readonly About['kind'][] = ['ban', 'pause', 'hold', 'review'];

/** @throws CallError `not-found` for what is not there, is over, or is another user's. */
export async function getStatement(
	{ db }: { db: Database },
	{ kind, id }: CallInput<'getStatement'>,
	{ actor }: { actor: Actor },
): Promise<Statement> {
	const statement = await findStatement(db, actor.uid, { kind, id: id ?? null });
	if (!statement) throw new CallError('not-found', refusal('nothing-to-object-to'));
	return toPersonal(statement);
}

/** Everything that stands against somebody now, for staff. */
export async function findStatements(db: Database, uid: string): Promise<FullStatement[]> {
	const about = [
		{ kind: 'ban', id: null },
		{ kind: 'pause', id: null },
		{ kind: 'review', id: null },
		...(await selectStandingIds(db, uid)),
	] as About[];
	const found: FullStatement[] = [];
	for (const one of about) {
		const statement = await findStatement(db, uid, one);
		if (statement) found.push(statement);
	}
	return found;
}

/** Who of the staff decided it: whoever did, and who had asked for it. Also of what does not stand any more. */
export async function findDeciders(db: Database | Tx, uid: string, about: About): Promise<string[]> {
	const found = await findDecision(db, uid, about);
	return [found?.actor, found?.proposedBy].filter((one) => typeof one === 'string');
}

async function findDecision(
	db: Database | Tx,
	uid: string,
	{ kind, id }: About,
): Promise<Pick<Decision, 'actor' | 'proposedBy'> | undefined> {
	if (kind === 'ban') return selectDecision(db, { uid, actions: ['ban'] });
	if (kind === 'pause') return selectDecision(db, { uid, actions: pauses });
	if (kind === 'withdrawal') return selectRefund(db, uid, id ?? '');
	if (kind === 'claim') return selectDecision(db, { uid, actions: ['decline-claim'], key: 'claim', value: id ?? '' });
	const taken = kind === 'reversal' ? await selectReversal(db, uid, id ?? '') : undefined;
	return taken && { actor: taken.decidedBy, proposedBy: taken.proposedBy };
}

/** From a person's page, and from a case. */
const pauses = ['pause', 'fraud-pause'];

/** Without what would help to get around a rule, and without who decided. */
export function toPersonal({ inside: _, decided_by: __, ...statement }: FullStatement): Statement {
	return statement;
}

async function findBan(db: Database | Tx, uid: string): Promise<Found | undefined> {
	const standing = await selectStanding(db, uid);
	if (!standing || standing.banRule === null || standing.bannedAt === null) return undefined;
	const decision = await selectDecision(db, { uid, actions: ['ban'] });
	return decided(standing.banRule, decision, { at: standing.bannedAt, said: standing.banReason ?? '' });
}

async function findPause(db: Database | Tx, uid: string): Promise<Found | undefined> {
	const standing = await selectStanding(db, uid);
	if (!standing || standing.pauseRule === null) return undefined;
	const decision = await selectDecision(db, { uid, actions: pauses });
	return decided(standing.pauseRule, decision, { at: decision?.at ?? null, said: standing.pausedReason ?? '' });
}

function decided(rule: string, decision: Decision | undefined, { at, said }: { at: Date | null; said: string }): Found {
	const { id, version } = readRule(rule);
	const isStaff = id === 'staff';
	const chargebacks = decision?.details.chargebacks;
	return {
		rule: id,
		version,
		at: at?.getTime() ?? null,
		facts: !isStaff && typeof chargebacks === 'number' ? { chargebacks } : {},
		said: isStaff ? said : null,
		ends_at: null,
		decided_by: isStaff ? (decision?.actor ?? null) : null,
		inside: insideOf(decision),
	};
}

async function findWithdrawal(db: Database | Tx, uid: string, orderId: string): Promise<Found | undefined> {
	const order = await selectOrder(db, uid, orderId);
	if (!order) return undefined;
	const { state, refusal, vendorStatus, screening } = order;
	const facts = { amount: robuxToWire(order.amount) };
	const none = { said: null, ends_at: null, decided_by: null, version: rules['vendor-refused'].version };
	const at = order.updatedAt.getTime();
	if (state === 'screening' && screening) {
		const { until, startedAt, rules: held, version, needsPerson } = screening;
		const inside = { rules: held, needs_person: needsPerson };
		const held_ = {
			rule: 'screening',
			version,
			at: startedAt.getTime(),
			facts,
			ends_at: needsPerson ? null : until.getTime(),
			inside,
		};
		return { ...none, ...held_ } as Found;
	}
	const inside = { refusal, vendor_status: vendorStatus };
	if (state === 'needs-review' || state === 'unknown') return { ...none, rule: 'vendor-unclear', at, facts, inside };
	if (state !== 'failed') return undefined;
	const decision = await selectRefund(db, uid, orderId);
	if (!decision) return { ...none, rule: 'vendor-refused', at, facts, inside };
	// What staff write about an order is not written for its owner: they read the sentence of the list.
	const said = reasonSentences[decision.code];
	const why = { ...inside, ...insideOf(decision), ...(screening && { rules: screening.rules }) };
	return {
		...none,
		rule: 'staff',
		version: rules.staff.version,
		at,
		facts,
		said,
		decided_by: decision.actor,
		inside: why,
	};
}

/** Of an order that differs, or without an id of the account: of a case. */
async function findReview(db: Database | Tx, uid: string, orderId: string): Promise<Found | undefined> {
	const none = { said: null, ends_at: null, decided_by: null };
	if (orderId === '') {
		const found = await selectCase(db, uid);
		if (!found) return undefined;
		const { at, version, ...inside } = found;
		return { ...none, rule: 'fraud-signals', version, at: at.getTime(), facts: {}, inside };
	}
	const difference = await selectDifference(db, uid, orderId);
	if (!difference) return undefined;
	const { at, version, amount, ...inside } = difference;
	return { ...none, rule: 'vendor-differs', version, at: at.getTime(), facts: { amount: robuxToWire(amount) }, inside };
}
