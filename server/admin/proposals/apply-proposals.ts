import { calls } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import { hashCode } from '../../accounts/sign-in/one-time-code.ts';
import { readSiteMode } from '../../accounts/site-mode.ts';
import { type ActionDeps, type AdminContext, atTheMachine, type StaffCall } from '../../accounts/with-audit.ts';
import { recordAudit } from '../../lib/audit.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction, rowsOf } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import {
	approve,
	type EndedRow,
	end,
	kinds,
	type ProposalDeps,
	requireMayDecide,
	requireProposal,
} from './decide-proposal.ts';
import { postponeProposal, selectDueProposals, selectSoloProposals, selectStopCode } from './store-proposals.ts';

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

export const adminStopProposal: StaffCall<'adminStopProposal', ActionDeps> = async (deps, { id, reason }, admin) => {
	const proposal = await requireProposal(deps, id);
	requireMayDecide(admin, proposal, proposal.appliesAt ? 'stop' : 'refuse');
	const mode = proposal.appliesAt ? 'solo' : undefined;
	const uid = proposal.uid === admin.actor.uid ? null : proposal.uid;
	await end(deps, { ...admin, mode }, { ...proposal, uid }, { decision: 'refuse', reason });
	return { stopped: true };
};

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

/** May run late, because an approval checks the expiry itself. */
export async function expireProposals({ db, clock }: DbDeps): Promise<void> {
	await inTransaction(db, async (tx) => {
		const atMs = clock.now();
		const at = new Date(atMs);
		const rows = await rowsOf<EndedRow>(tx)`
			update proposals set state = 'expired', decided_at = ${at}, input = input - 'sealed', stop_codes = null
			where state = 'waiting' and expires_at <= ${at}
			returning id, kind, call, uid, amount, null as "orderId", null as "orderState", null as outcome, null as proof
		`;
		for (const row of rows) {
			const { noun, changeOf } = kinds[row.kind];
			const { keeps, ...details } = changeOf(row, 'expired');
			const entry = { atMs, actor: 'system', action: `expire-${noun}`, details, keeps };
			await recordAudit(tx, row.uid ? { ...entry, uid: row.uid } : entry);
		}
	});
}
