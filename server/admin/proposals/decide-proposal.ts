import type { Proposal } from '../../../contract/admin/proposals.ts';
import { type CallName, calls } from '../../../contract/calls.ts';
import type { CallError } from '../../../contract/errors.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import { isAllowed } from '../../../contract/permissions.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Approval, Proposals, RecordedChange } from '../../accounts/second-person.ts';
import {
	type ActionDeps,
	type AdminContext,
	requireOther,
	requireProposerInOffice,
	withAudit,
} from '../../accounts/with-audit.ts';
import { adjustmentChange } from '../../adjustments/adjustment.ts';
import { readTimeCursor, toPage } from '../../lib/db/cursor.ts';
import type { Tx } from '../../lib/db/database.ts';
import { noteRefusedSettlement, settlementChange } from '../../withdrawals/review/settle-withdrawal.ts';
import { type ProposalRow, selectProposal, selectProposals, updateProposal } from './store-proposals.ts';

export type EndedRow = Pick<
	ProposalRow,
	'id' | 'kind' | 'call' | 'uid' | 'amount' | 'orderId' | 'orderState' | 'outcome' | 'proof'
>;

type Kind = {
	noun: 'proposal' | 'adjustment' | 'settlement';
	approved: 'done' | 'booked' | 'settled';
	callOf: (row: ProposalRow) => CallName;
	shownInput: (row: ProposalRow) => Record<string, unknown>;
	changeOf: (row: EndedRow, state: string) => RecordedChange;
	onRefusal?: (tx: Tx, row: ProposalRow, refused: { by: string; at: Date }) => Promise<void>;
};

export const kinds: Record<Proposal['kind'], Kind> = {
	call: {
		noun: 'proposal',
		approved: 'done',
		callOf: ({ call }) => call as CallName,
		shownInput({ input }) {
			const { sealed: _, holds: __, ...shown } = input ?? {};
			return shown;
		},
		changeOf: ({ id, call }, state) => ({
			...{ call, proposal: id, before: { state: 'waiting' }, after: { state } },
			keeps: ['call', 'proposal', 'state'],
		}),
	},
	adjustment: {
		noun: 'adjustment',
		approved: 'booked',
		callOf: () => 'adminAdjustBalance',
		shownInput: ({ uid, amount }) => ({ uid, amount: amount && robuxToWire(amount) }),
		changeOf: ({ id, amount }, state) => adjustmentChange({ id, amount }, { before: 'waiting', after: state }),
	},
	settlement: {
		noun: 'settlement',
		approved: 'settled',
		callOf: () => 'adminProposeSettlement',
		shownInput: ({ orderId, outcome, proof }) => ({ orderId, outcome, proof }),
		changeOf: (row, settlement) => settlementChange(row, { settlement, withdrawal: row.orderState }),
		onRefusal: (tx, { orderId }, refused) => noteRefusedSettlement(tx, orderId ?? '', refused),
	},
};

function proposedInput(row: ProposalRow): object {
	if (row.kind === 'call') return row.input ?? {};
	return { ...kinds[row.kind].shownInput(row), reason: row.reason, requestId: row.id };
}

export type ProposalDeps = ActionDeps & {
	execute: (call: string, input: object, admin: AdminContext) => Promise<unknown>;
};
type Decision = Parameters<Proposals<AdminContext>['decide']>[0];
type Filter = Parameters<Proposals<AdminContext>['list']>[0];

export async function listProposals(
	{ db, clock }: ActionDeps,
	{ cursor, limit, ...filter }: Filter,
	{ actor }: Pick<AdminContext, 'actor'>,
): Promise<Page<Proposal>> {
	const now = new Date(clock.now());
	const rows = await selectProposals(db, { ...filter, after: readTimeCursor(cursor), now, limit: limit + 1 });
	return toPage(rows, limit, { toItem: (row) => toWire(row, actor), keyOf: ({ proposedAt, id }) => [proposedAt, id] });
}

export async function decideProposal(deps: ProposalDeps, decision: Decision, admin: AdminContext): Promise<Proposal> {
	const find = () => requireProposal(deps, decision.id);
	const proposal = await find();
	requireMayDecide(admin, proposal, decision.decision);
	const decide = decision.decision === 'approve' ? approve : end;
	await decide(deps, admin, proposal, decision).catch(async (error) => {
		if (!isRepeated(await find(), decision, admin)) throw error;
	});
	return toWire(await find(), admin.actor);
}

export async function requireProposal({ db, clock }: ActionDeps, id: string): Promise<ProposalRow> {
	const proposal = await selectProposal(db, id, new Date(clock.now()));
	if (!proposal) throw callError('not-found', 'no-such-proposal');
	return proposal;
}

export function requireMayDecide(admin: AdminContext, proposal: ProposalRow, decision: Decision['decision'] | 'stop') {
	const { uid, staffRole } = admin.actor;
	const denied = (reason: 'role-may-not' | 'not-your-own-proposal' | 'not-your-proposal') =>
		callError('permission-denied', reason);
	const isOwn = proposal.proposedBy === uid;
	if (decision === 'withdraw' && !isOwn) throw denied('not-your-proposal');
	if (decision === 'withdraw') return;
	if (!mayDo(staffRole, proposal)) throw denied('role-may-not');
	if (decision === 'stop') return;
	requireOther(admin, proposal.uid);
	if (decision === 'approve' && isOwn) throw denied('not-your-own-proposal');
}

function isRepeated(now: ProposalRow, { decision }: Decision, { actor }: AdminContext): boolean {
	if (now.kind === 'call' || now.decidedBy !== actor.uid) return false;
	return now.state === (decision === 'approve' ? 'done' : 'refused');
}

export async function approve(
	deps: ProposalDeps,
	admin: AdminContext,
	proposal: ProposalRow,
	{ reason }: Pick<Decision, 'reason'>,
): Promise<void> {
	if (proposal.state !== 'waiting') throw ended(proposal);
	const call = kinds[proposal.kind].callOf(proposal);
	const { permission } = calls[call];
	if (permission) await requireProposerInOffice(deps.db, proposal.proposedBy, permission);
	const { id, proposedBy } = proposal;
	const approval: Approval = {
		...{ proposal: id, proposedBy, reason },
		async settle(tx, atMs) {
			const state = kinds[proposal.kind].approved;
			const isSettled = await updateProposal(tx, { id, state, by: admin.actor.uid, at: new Date(atMs), reason });
			if (!isSettled) throw ended(proposal);
		},
	};
	await deps.execute(call, proposedInput(proposal), { ...admin, approval });
}

export async function end(
	deps: ActionDeps,
	admin: AdminContext,
	proposal: ProposalRow,
	{ decision, reason }: Omit<Decision, 'id'>,
	details?: object,
): Promise<void> {
	const { noun, changeOf, onRefusal } = kinds[proposal.kind];
	const { id, uid: owner } = proposal;
	// Withdrawn proposals of other kinds than `call` end as refused.
	const ending = proposal.kind === 'call' && decision === 'withdraw' ? 'withdraw' : 'refuse';
	const state = ending === 'withdraw' ? 'withdrawn' : 'refused';
	await withAudit(deps, admin, { action: `${ending}-${noun}`, reason, details }, async (tx, atMs) => {
		const decided = { by: admin.actor.uid, at: new Date(atMs) };
		if (!(await updateProposal(tx, { id, state, reason, ...decided }))) throw ended(proposal);
		await onRefusal?.(tx, proposal, decided);
		return { result: undefined, change: { ...changeOf(proposal, state), owner } };
	});
}

function mayDo(role: AdminContext['actor']['staffRole'], row: ProposalRow): boolean {
	const { permission } = calls[kinds[row.kind].callOf(row)];
	return role !== null && permission !== undefined && isAllowed(role, permission);
}

function toWire(row: ProposalRow, asker: AdminContext['actor']): Proposal {
	const { id, kind, uid, orderId, amount, reason, state } = row;
	const call = kinds[kind].callOf(row);
	return {
		id,
		kind,
		call,
		title: calls[call].title ?? call,
		input: kinds[kind].shownInput(row),
		uid,
		user_name: row.userName,
		order_id: orderId,
		amount: amount === null ? null : robuxToWire(amount),
		reason,
		state,
		proposed_by: row.proposedBy,
		proposer_name: row.proposerName,
		is_own: row.proposedBy === asker.uid,
		is_allowed: mayDo(asker.staffRole, row),
		proposed_at: row.proposedAt.getTime(),
		expires_at: row.expiresAt?.getTime() ?? null,
		applies_at: row.appliesAt?.getTime() ?? null,
		decided_by: row.decidedBy,
		decided_at: row.decidedAt?.getTime() ?? null,
	};
}

function ended({ kind }: ProposalRow): CallError {
	return callError('failed-precondition', `${kinds[kind].noun}-ended`);
}
