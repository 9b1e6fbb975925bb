import type { Proposal, ProposalsRequest } from '../../contract/admin/proposals.ts';
import { CallError } from '../../contract/errors.ts';
import type { RobuxCents } from '../../contract/money.ts';
import type { Page } from '../../contract/paging.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Tx } from '../lib/db/database.ts';

/** A second person's approval of what another admin proposed. */
export type Approval = {
	proposal: string;
	proposedBy: string;
	/** Why the second person approves. */
	reason: string | null;
	/** Ends the proposal in the action's own transaction. @throws CallError when it has ended meanwhile. */
	settle: (tx: Tx, atMs: number) => Promise<void>;
};

/** The actor at the server's command line. No account has this id. */
export const MACHINE = '00000000-0000-0000-0000-000000000000';

/** Details of an audit entry, and the names of those that stay when the user's account is deleted. */
export type RecordedChange = { keeps: readonly string[]; [detail: string]: unknown };

/**
 * A proposal of a kind with its own list and audit entries. Its id comes from the form: the same call made again must find
 * the proposal and answer with it.
 */
export type OwnProposal = {
	kind: Exclude<Proposal['kind'], 'call'>;
	id: string;
	reason: string;
	orderId?: string;
	outcome?: 'paid' | 'refunded';
	proof?: string | null;
	/** Its audit entry. */
	action: string;
	change: RecordedChange;
	/** Runs in the transaction that stores the proposal. */
	alongside?: (tx: Tx, atMs: number) => Promise<void>;
};

/** Thrown by an action that one person may not do alone: the request becomes a proposal. */
export class SecondPersonNeeded extends CallError {
	readonly about: {
		/** The user it is about; hundredths of R$ that it moves or may give away. */
		uid?: string;
		amount?: RobuxCents;
		/** Stored in place of the request where that holds secrets. No answer contains its `sealed`. */
		input?: object & { sealed?: string };
		own?: OwnProposal;
	};

	constructor(about: SecondPersonNeeded['about']) {
		super('permission-denied', refusal('second-person-needed'));
		this.about = about;
	}
}

/** Lists and decides proposals, for features with a kind of their own. */
export type Proposals<Admin> = {
	list: (
		filter: Partial<ProposalsRequest> & { uid?: string | undefined; limit: number },
		admin: Admin,
	) => Promise<Page<Proposal>>;
	/** @throws CallError as `adminDecideProposal` */
	decide: (decision: { id: string; decision: Decision; reason: string | null }, admin: Admin) => Promise<Proposal>;
};
export type Decision = 'approve' | 'refuse' | 'withdraw';

/** @throws SecondPersonNeeded unless a second person approved the action, or it is done at the machine. */
export function requireSecond(
	{ actor, approval }: { actor: { uid: string }; approval?: Approval },
	about: SecondPersonNeeded['about'] = {},
): void {
	if (!approval && actor.uid !== MACHINE) throw new SecondPersonNeeded(about);
}
