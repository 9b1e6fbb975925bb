import type { Proposal, ProposalsRequest } from '../../contract/admin/proposals.ts';
import { CallError } from '../../contract/errors.ts';
import type { RobuxCents } from '../../contract/money.ts';
import type { Page } from '../../contract/paging.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Tx } from '../lib/db/database.ts';

export type Approval = {
	proposal: string;
	proposedBy: string;
	reason: string | null;
	/** Ends the proposal in the action's transaction. @throws CallError if it has already ended. */
	settle: (tx: Tx, atMs: number) => Promise<void>;
};

/** The actor of commands at the server; no account has this id. */
export const MACHINE = '00000000-0000-0000-0000-000000000000';

/** `keeps` names the details that survive the account's deletion. */
export type RecordedChange = { keeps: readonly string[]; [detail: string]: unknown };

/** The id comes from the form, so that a repeated call finds the proposal. */
export type OwnProposal = {
	kind: Exclude<Proposal['kind'], 'call'>;
	id: string;
	reason: string;
	orderId?: string;
	outcome?: 'paid' | 'refunded';
	proof?: string | null;
	action: string;
	change: RecordedChange;
	alongside?: (tx: Tx, atMs: number) => Promise<void>;
};

export class SecondPersonNeeded extends CallError {
	readonly about: {
		/** `amount` is in R$ cents. */
		uid?: string;
		amount?: RobuxCents;
		input?: object & { sealed?: string };
		own?: OwnProposal;
	};

	constructor(about: SecondPersonNeeded['about']) {
		super('permission-denied', refusal('second-person-needed'));
		this.about = about;
	}
}

export function appliesIn({ id, state, appliesAt }: { id: string; state: string; appliesAt: Date | null }) {
	if (state !== 'waiting' || !appliesAt) return { applies_at: null };
	return { proposal: id, applies_at: appliesAt.getTime() };
}

export type Proposals<Admin> = {
	list: (
		filter: Partial<ProposalsRequest> & { uid?: string | undefined; limit: number },
		admin: Admin,
	) => Promise<Page<Proposal>>;
	decide: (decision: { id: string; decision: Decision; reason: string | null }, admin: Admin) => Promise<Proposal>;
};
export type Decision = 'approve' | 'refuse' | 'withdraw';

/** @throws SecondPersonNeeded unless the action is approved or runs at the command line. */
export function requireSecond(
	{ actor, approval }: { actor: { uid: string }; approval?: Approval | undefined },
	about: SecondPersonNeeded['about'] = {},
): void {
	if (!approval && actor.uid !== MACHINE) throw new SecondPersonNeeded(about);
}
