import type { Proposal, ProposalsRequest } from '../../../contract/admin/proposals.ts';
import { type CallInput, type CallName, calls } from '../../../contract/calls.ts';
import { CallError } from '../../../contract/errors.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import { isAllowed } from '../../../contract/permissions.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Approval } from '../../accounts/second-person.ts';
import {
	type ActionDeps,
	type AdminContext,
	requireOther,
	requireProposerInOffice,
	withAudit,
} from '../../accounts/with-audit.ts';
import { readTimeCursor, toPage } from '../../lib/db/cursor.ts';
import { type ProposalRow, selectProposal, selectProposals, updateProposal } from './store-proposals.ts';

/** What an approval does: the very calls of the staff. */
export type ProposalDeps = ActionDeps & { ask(call: string, input: object, admin: AdminContext): Promise<unknown> };
type Decision = CallInput<'adminDecideProposal'>;

export async function listProposals(
	{ db, clock }: ActionDeps,
	{ cursor, limit, ...filter }: Pick<ProposalsRequest, 'limit'> & Partial<ProposalsRequest>,
	{ actor }: Pick<AdminContext, 'actor'>,
): Promise<Page<Proposal>> {
	const now = new Date(clock.now());
	const rows = await selectProposals(db, { ...filter, after: readTimeCursor(cursor), now, limit: limit + 1 });
	return toPage(rows, limit, {
		toItem: (row) => toWire(row, actor),
		keyOf: ({ proposedAt, id }) => [proposedAt, id],
	});
}

/**
 * Who decides could have asked for the same, is not whom it is about, and approves nothing of their own.
 * @throws CallError `not-found`; `permission-denied`; `failed-precondition` when it has ended; as the call that is approved.
 */
export async function decideProposal(
	deps: ProposalDeps,
	{ id, decision, reason }: Decision,
	admin: AdminContext,
): Promise<Proposal> {
	const find = () => selectProposal(deps.db, id, new Date(deps.clock.now()));
	const kept = await find();
	if (!kept) throw new CallError('not-found', refusal('no-such-proposal'));
	requireMayDecide(admin, kept, decision);
	await actOn(deps, admin, kept, { id, decision, reason });
	return toWire((await find()) ?? kept, admin.actor);
}

function requireMayDecide(admin: AdminContext, kept: ProposalRow, decision: Decision['decision']): void {
	const { uid, staffRole } = admin.actor;
	const denied = (reason: 'role-may-not' | 'not-your-own-proposal' | 'not-your-proposal') =>
		new CallError('permission-denied', refusal(reason));
	const isOwn = kept.proposedBy === uid;
	if (decision === 'withdraw' && !isOwn) throw denied('not-your-proposal');
	if (decision === 'withdraw') return;
	if (!mayDo(staffRole, kept)) throw denied('role-may-not');
	requireOther(admin, kept.uid);
	if (decision === 'approve' && isOwn) throw denied('not-your-own-proposal');
}

async function actOn(deps: ProposalDeps, admin: AdminContext, kept: ProposalRow, decision: Decision): Promise<void> {
	const { id, reason } = decision;
	const approve = decision.decision === 'approve';
	switch (kept.kind) {
		case 'adjustment':
			await deps.ask('adminDecideAdjustment', { uid: kept.uid, id, approve, reason }, admin);
			return;
		case 'settlement':
			await deps.ask('adminDecideSettlement', { orderId: kept.orderId, id, approve, reason }, admin);
			return;
		case 'call':
			if (approve) await approveCall(deps, admin, kept, reason);
			else await endProposal(deps, admin, kept, decision);
	}
}

async function approveCall(deps: ProposalDeps, admin: AdminContext, kept: ProposalRow, reason: string): Promise<void> {
	if (kept.state !== 'waiting') throw ended();
	const { permission } = calls[callOf(kept)];
	if (permission) await requireProposerInOffice(deps.db, kept.proposedBy, permission);
	const { id, proposedBy, call, input } = kept;
	const approval: Approval = {
		proposal: id,
		proposedBy,
		async settle(tx, atMs) {
			const decided = { id, state: 'done', by: admin.actor.uid, at: new Date(atMs), reason } as const;
			if (!(await updateProposal(tx, decided))) throw ended();
		},
	};
	await deps.ask(call ?? '', input ?? {}, { ...admin, approval });
}

async function endProposal(
	deps: ActionDeps,
	admin: AdminContext,
	{ id, call, uid: owner }: ProposalRow,
	{ decision, reason }: Decision,
): Promise<void> {
	const action = { action: `${decision}-proposal`, reason, details: { call, proposal: id } };
	await withAudit(deps, admin, action, async (tx, atMs) => {
		const state = decision === 'withdraw' ? 'withdrawn' : 'refused';
		const isEnded = await updateProposal(tx, { id, state, by: admin.actor.uid, at: new Date(atMs), reason });
		if (!isEnded) throw ended();
		return { result: undefined, change: { before: { state: 'waiting' }, after: { state }, owner } };
	});
}

function callOf({ kind, call }: ProposalRow): CallName {
	if (kind === 'adjustment') return 'adminAdjustBalance';
	return kind === 'settlement' ? 'adminProposeSettlement' : (call as CallName);
}

function mayDo(role: AdminContext['actor']['staffRole'], row: ProposalRow): boolean {
	const { permission } = calls[callOf(row)];
	return role !== null && permission !== undefined && isAllowed(role, permission);
}

function toWire(row: ProposalRow, asker: AdminContext['actor']): Proposal {
	const { id, kind, uid, orderId, outcome, proof, amount, reason, state } = row;
	const { sealed: _, ...readable } = row.input ?? {};
	const inputs = {
		adjustment: { uid, amount: amount && robuxToWire(amount) },
		settlement: { orderId, outcome, proof },
		call: readable,
	};
	return {
		id,
		kind,
		call: callOf(row),
		input: inputs[kind],
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
		decided_by: row.decidedBy,
		decided_at: row.decidedAt?.getTime() ?? null,
	};
}

function ended(): CallError {
	return new CallError('failed-precondition', refusal('proposal-ended'));
}
