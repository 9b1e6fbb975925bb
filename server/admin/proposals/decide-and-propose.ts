import { randomUUID } from 'node:crypto';
import type { Proposal } from '../../../contract/admin/proposals.ts';
import { type CallName, calls } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { CallError } from '../../../contract/errors.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import { isAllowed } from '../../../contract/permissions.ts';
import { callError } from '../../../contract/refusals.ts';
import { selectApprovalSettings } from '../../accounts/allowance.ts';
import {
	type Approval,
	type Proposals,
	type RecordedChange,
	SecondPersonNeeded,
} from '../../accounts/second-person.ts';
import { hashCode } from '../../accounts/sign-in/one-time-code.ts';
import {
	readSiteMode,
	requireFreshSecondFactor,
	SOLO_WAIT_MS,
	selectOwnerAddresses,
} from '../../accounts/site-mode.ts';
import {
	type ActionDeps,
	type AdminContext,
	atTheMachine,
	lockTarget,
	requireOther,
	requireProposerInOffice,
	withAudit,
} from '../../accounts/with-audit.ts';
import { adjustmentChange } from '../../adjustments/adjustment.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { readTimeCursor, toPage } from '../../lib/db/cursor.ts';
import { inTransaction, type Tx } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import type { BoundCall, BoundCalls } from '../../lib/http/calls.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import { orderMails } from '../../notifications/mail-order.ts';
import { noteRefusedSettlement, settlementChange } from '../../withdrawals/review/settle-withdrawal.ts';
import { WATCH_PAYOUTS_TASK } from '../../withdrawals/withdrawal.ts';
import {
	insertProposal,
	type NewProposal,
	type ProposalRow,
	postponeProposal,
	selectDueProposals,
	selectProposal,
	selectProposals,
	selectSameProposal,
	selectSoloProposals,
	selectStopCode,
	updateProposal,
} from './store-proposals.ts';

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

const inSoloMode: AdminContext = { ...atTheMachine, ip: 'solo mode', mode: 'solo' };
const byLink: AdminContext = { ...inSoloMode, ip: 'emailed link' };

export async function applyProposals(deps: ProposalDeps & { log: Log }): Promise<void> {
	const nowMs = deps.clock.now();
	const mode = await inTransaction(deps.db, (tx) => readSiteMode(tx, nowMs));
	if (mode === 'team') return;
	for (const { id } of await selectDueProposals(deps.db, new Date(nowMs))) await apply(deps, id, nowMs);
}

async function apply(deps: ProposalDeps & { log: Log }, id: string, nowMs: number): Promise<void> {
	const { db, log } = deps;
	const proposal = await requireProposal(deps, id);
	if (proposal.state !== 'waiting') return postponeProposal(db, id, null);
	await approve(deps, inSoloMode, proposal, { reason: null })
		.catch((error) => {
			if (error.details?.reason !== 'proposer-left') throw error;
			return end(deps, inSoloMode, proposal, { decision: 'refuse', reason: error.message });
		})
		.catch((err) => {
			log.warn({ err, proposal: id }, "couldn't apply a proposal; retrying in an hour");
			return postponeProposal(db, id, new Date(nowMs + HOUR_MS));
		});
}

export async function adminStopProposal(
	deps: ActionDeps,
	{ id, reason }: { id: string; reason: string },
	admin: AdminContext,
): Promise<{ stopped: true }> {
	const proposal = await requireProposal(deps, id);
	requireMayDecide(admin, proposal, proposal.appliesAt ? 'stop' : 'refuse');
	const mode = proposal.appliesAt ? 'solo' : undefined;
	const uid = proposal.uid === admin.actor.uid ? null : proposal.uid;
	await end(deps, { ...admin, mode }, { ...proposal, uid }, { decision: 'refuse', reason });
	return { stopped: true };
}

export async function stopProposal(deps: ActionDeps, { code }: { code: string }): Promise<{ stopped: true }> {
	const hash = hashCode(code);
	const found = hash && (await selectStopCode(deps.db, hash));
	if (!found) throw callError('not-found', 'stop-link-invalid');
	const proposal = await requireProposal(deps, found.id);
	await end(deps, byLink, proposal, { decision: 'refuse', reason: null }, { link_of: found.uid });
	return { stopped: true };
}

export async function listSoloAlerts({ db, clock }: ActionDeps): Promise<Alert[]> {
	const rows = await selectSoloProposals(db, new Date(clock.now()));
	return rows.map((row) => {
		const call = kinds[row.kind].callOf(row);
		const at = row.appliesAt?.toISOString().slice(0, 16).replace('T', ' ');
		const message = `“${calls[call].title ?? call}” applies on ${at} UTC unless stopped.`;
		return { kind: `solo-change ${row.id}`, message };
	});
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

async function requireProposal({ db, clock }: ActionDeps, id: string): Promise<ProposalRow> {
	const proposal = await selectProposal(db, id, new Date(clock.now()));
	if (!proposal) throw callError('not-found', 'no-such-proposal');
	return proposal;
}

function requireMayDecide(admin: AdminContext, proposal: ProposalRow, decision: Decision['decision'] | 'stop'): void {
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

async function approve(
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

async function end(
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

export function withProposals<Calls extends Partial<BoundCalls>>(deps: ActionDeps, handlers: Calls): Calls {
	const wrapped = Object.entries(handlers).map(([name, handler]): [string, BoundCall] => {
		const call = name as CallName;
		if (calls[call].access !== 'admin') return [name, handler];
		const canPropose = calls[call].output.safeParse({ proposal: '' }).success;
		return [
			name,
			async (input, caller) => {
				try {
					return await handler(input, caller);
				} catch (error) {
					if (!(error instanceof SecondPersonNeeded) || !(canPropose || error.about.own)) throw error;
					const { id: proposal, appliesAt } = await propose(deps, caller as AdminContext, {
						call,
						input: input as object,
						...error.about,
					});
					if (error.about.own) return await handler(input, caller);
					return { proposal, ...(appliesAt && { applies_at: appliesAt.getTime() }) };
				}
			},
		];
	});
	return Object.fromEntries(wrapped) as Calls;
}

type Proposed = Pick<NewProposal, 'id' | 'appliesAt'>;
type ProposalRequest = SecondPersonNeeded['about'] & { call: CallName; input: object };

function propose(deps: ActionDeps, admin: AdminContext, request: ProposalRequest): Promise<Proposed> {
	const { call, uid, own } = request;
	const { reason = null } = request.input as { reason?: string | null };
	const action = own ? { action: own.action, reason } : { action: 'propose', reason, details: { call } };
	return inTransaction(deps.db, async (tx) => {
		if (uid !== undefined) await lockTarget(tx, uid);
		const nowMs = deps.clock.now();
		const isSolo = (await readSiteMode(tx, nowMs)) === 'solo';
		if (isSolo) await requireFreshSecondFactor(tx, { ...admin.actor, nowMs });
		const inMode = { ...admin, mode: isSolo ? ('solo' as const) : undefined };
		return withAudit<Proposed>({ ...deps, db: tx }, inMode, action, async (_, atMs) => {
			const proposed = { proposedBy: admin.actor.uid, proposedAt: new Date(atMs) };
			const same = own ? undefined : await selectSameProposal(tx, { ...request, ...proposed });
			if (same) return { result: same, change: undefined };
			const { expiresAfterHours } = await selectApprovalSettings(tx);
			const appliesAt = isSolo ? new Date(atMs + SOLO_WAIT_MS) : null;
			const row = toRow(request, { reason, appliesAt, ...proposed }, expiresAfterHours);
			if (!(await insertProposal(tx, row))) return { result: row, change: undefined };
			await own?.alongside?.(tx, atMs);
			if (appliesAt) await announce(tx, { proposal: row.id, call, appliesAt: appliesAt.getTime() });
			const change = own?.change ?? {
				...{ proposal: row.id, before: { state: 'none' }, after: { state: 'waiting' } },
				keeps: ['call', 'proposal', 'state'],
			};
			return { result: row, change: { ...change, owner: uid ?? null } };
		});
	});
}

async function announce(tx: Tx, change: { proposal: string; call: CallName; appliesAt: number }): Promise<void> {
	const { call, ...about } = change;
	const order = { kind: 'solo-change', title: calls[call].title ?? call, ...about } as const;
	const owners = await selectOwnerAddresses(tx, about.appliesAt);
	const orders = owners.map((owner) => ({ ...order, ...owner }));
	await orderMails(tx, orders);
	await enqueue(tx, WATCH_PAYOUTS_TASK, {}, WATCH_PAYOUTS_TASK);
}

function toRow(
	{ call, input, uid, amount, own }: ProposalRequest,
	proposed: Pick<NewProposal, 'reason' | 'appliesAt' | 'proposedBy' | 'proposedAt'>,
	expiresAfterHours: number,
): NewProposal {
	const expiresAt = new Date(proposed.proposedAt.getTime() + expiresAfterHours * HOUR_MS);
	const about = { uid: uid ?? null, amount: amount ?? null, orderId: null, outcome: null, proof: null, ...proposed };
	if (!own) return { ...about, id: randomUUID(), kind: 'call', call, input, expiresAt };
	return { ...about, ...own, call: null, input: null, expiresAt: own.kind === 'settlement' ? null : expiresAt };
}
