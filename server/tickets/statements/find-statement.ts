import { OBJECTION_DAYS, type Statement, type StatementKind } from '../../../contract/accounts/statements.ts';
import type { ThreadAbout } from '../../../contract/accounts/threads.ts';
import type { FullStatement } from '../../../contract/admin/threads.ts';
import type { CallInput, CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { actionsOf, findReasons } from './reasons.ts';
import {
	type Decision,
	selectDecision,
	selectRefund,
	selectReversal,
	selectStaffNames,
	selectStandingIds,
} from './store-statements.ts';

const lasting: readonly StatementKind[] = ['ban', 'pause', 'hold', 'review'];

/**
 * Builds the statement of reasons from the rule on the row, and from the audit log if an admin decided.
 * @returns undefined if the restriction does not exist, has ended or is another user's
 */
export async function findStatement(
	db: Database | Tx,
	uid: string,
	{ kind, id }: ThreadAbout,
): Promise<FullStatement | undefined> {
	const found = await findReasons[kind](db, uid, id ?? '');
	if (!found) return undefined;
	const automated = found.decided_by === null && found.rule !== 'staff';
	const until = found.at === null ? null : found.at + OBJECTION_DAYS * DAY_MS;
	const ownId = kind === 'ban' || kind === 'pause' ? null : id;
	return { kind, id: ownId, ...found, automated, object_until: lasting.includes(kind) ? found.ends_at : until };
}

export async function getStatement(
	{ db }: { db: Database },
	{ kind, id }: CallInput<'getStatement'>,
	{ actor }: { actor: Actor },
): Promise<Statement> {
	const statement = await findStatement(db, actor.uid, { kind, id: id ?? null });
	if (!statement) throw callError('not-found', 'nothing-to-object-to');
	return toPersonal(statement);
}

export async function adminGetStatements(
	{ db }: { db: Database },
	{ uid }: { uid: string },
): Promise<CallResult<'adminGetStatements'>> {
	const items = await findStatements(db, uid);
	const deciders = items.map(({ decided_by }) => decided_by);
	return { items, names: await selectStaffNames(db, deciders) };
}

export async function findStatements(db: Database, uid: string): Promise<FullStatement[]> {
	const ofAccount = (['ban', 'pause', 'review'] as const).map((kind) => ({ kind, id: null }));
	const found: FullStatement[] = [];
	for (const one of [...ofAccount, ...(await selectStandingIds(db, uid))]) {
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

async function findDecision(
	db: Database | Tx,
	uid: string,
	{ kind, id }: ThreadAbout,
): Promise<Pick<Decision, 'actor' | 'proposedBy'> | undefined> {
	if (kind === 'ban' || kind === 'pause') return selectDecision(db, { uid, actions: actionsOf[kind] });
	if (kind === 'withdrawal') return selectRefund(db, uid, id ?? '');
	if (kind === 'claim') return selectDecision(db, { uid, actions: ['decline-claim'], key: 'claim', value: id ?? '' });
	const taken = kind === 'reversal' ? await selectReversal(db, uid, id ?? '') : undefined;
	return taken && { actor: taken.decidedBy, proposedBy: taken.proposedBy };
}

/** Omits the admin, and details that would help to evade a rule. */
export function toPersonal({ inside: _, decided_by: __, ...statement }: FullStatement): Statement {
	return statement;
}
