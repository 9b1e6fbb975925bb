import { OBJECTION_DAYS, type RuleId, rules, type Statement } from '../../contract/accounts/statements.ts';
import type { ThreadAbout } from '../../contract/accounts/threads.ts';
import { reasonSentences } from '../../contract/admin/reasons.ts';
import type { FullStatement } from '../../contract/admin/threads.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import {
	type Decision,
	selectClaimDeclined,
	selectDecision,
	selectHold,
	selectOrder,
	selectReversal,
	selectStanding,
	selectStandingIds,
} from './store-statements.ts';

const refunds = [
	'decide-screening',
	'refund-withdrawal',
	'cancel-withdrawal',
	'approve-settlement',
	'manual-payout-refuse',
];

type About = ThreadAbout;
type Found = Omit<FullStatement, 'kind' | 'id' | 'automated' | 'object_until'> & { isOver?: boolean };

const finders: Record<About['kind'], (db: Database | Tx, uid: string, id: string) => Promise<Found | undefined>> = {
	ban: findBan,
	pause: findPause,
	withdrawal: findWithdrawal,
	hold: findHold,
	reversal: findReversal,
	claim: findClaim,
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
	// A hold or a pause can be objected to as long as it lasts, and so can a ban.
	const lasts = kind === 'ban' || kind === 'pause' || kind === 'hold';
	const ownId = kind === 'ban' || kind === 'pause' ? null : id;
	return { kind, id: ownId, ...found, automated, object_until: lasts ? found.ends_at : until };
}

/** Everything that stands against somebody now, for staff. */
export async function findStatements(db: Database, uid: string): Promise<FullStatement[]> {
	const about = [
		{ kind: 'ban', id: null },
		{ kind: 'pause', id: null },
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
export async function findDeciders(db: Database | Tx, uid: string, { kind, id }: About): Promise<string[]> {
	const by = decidingActions[kind];
	const aboutIt = by?.key && { key: by.key, value: id ?? '' };
	const decision = by && (await selectDecision(db, { uid, actions: by.actions, ...aboutIt }));
	return [decision?.actor, decision?.proposedBy].filter((one) => typeof one === 'string');
}

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
	const decision = await selectDecision(db, { uid, actions: ['pause'] });
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
		const held_ = { rule: 'screening', version, at: startedAt.getTime(), facts, ends_at: until.getTime(), inside };
		return { ...none, ...held_ } as Found;
	}
	const inside = { refusal, vendor_status: vendorStatus };
	if (state === 'needs-review' || state === 'unknown') return { ...none, rule: 'vendor-unclear', at, facts, inside };
	if (state !== 'failed') return undefined;
	const decision = await selectDecision(db, { uid, actions: refunds, key: 'orderId', value: orderId });
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

/** In words of the audit, with what they name their thing by. */
const decidingActions: Partial<Record<About['kind'], { actions: readonly string[]; key?: string }>> = {
	ban: { actions: ['ban'] },
	pause: { actions: ['pause'] },
	withdrawal: { actions: refunds, key: 'orderId' },
	claim: { actions: ['decline-claim'], key: 'claim' },
};

async function findHold(db: Database | Tx, uid: string, id: string): Promise<Found | undefined> {
	const hold = await selectHold(db, uid, id);
	if (!hold) return undefined;
	const { cause, releaseAt, wall, name } = hold;
	const rule = cause ? holdRules[cause] : releaseAt ? 'wall-hold' : 'partner-hold';
	return {
		rule,
		version: hold.version,
		at: hold.at.getTime(),
		facts: { amount: robuxToWire(hold.amount), wall, name },
		said: null,
		ends_at: releaseAt?.getTime() ?? null,
		decided_by: null,
		inside: { cause },
	};
}

const holdRules = { amount: 'amount-hold', speed: 'speed-hold' } as const;

async function findReversal(db: Database | Tx, uid: string, id: string): Promise<Found | undefined> {
	const reversal = await selectReversal(db, uid, id);
	if (!reversal) return undefined;
	const { amount, wall, name, reason, at } = reversal;
	const facts = { amount: robuxToWire(amount), wall, name };
	const { version } = rules['partner-reversal'];
	const none = { ends_at: null, decided_by: null, inside: {} };
	return { rule: 'partner-reversal', version, at: at.getTime(), facts, said: reason, ...none };
}

async function findClaim(db: Database | Tx, uid: string, reference: string): Promise<Found | undefined> {
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
}

function insideOf(decision: Decision | undefined): Record<string, unknown> {
	return decision ? { ...decision.details, reason: decision.reason } : {};
}

/** `chargebacks-ban@1` */
function readRule(text: string): { id: RuleId; version: number } {
	const [id = '', version] = text.split('@');
	return { id: id as RuleId, version: Number(version) };
}
