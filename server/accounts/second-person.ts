import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Tx } from '../lib/db/database.ts';

/** What makes an action the second person's: somebody else has proposed it. */
export type Approval = {
	proposal: string;
	proposedBy: string;
	/** Ends the proposal in the action's own transaction. @throws CallError when it has ended meanwhile. */
	settle(tx: Tx, atMs: number): Promise<void>;
};

/** Whoever has the machine, where an id of somebody on the staff would stand: no account has this one. */
export const MACHINE = '00000000-0000-0000-0000-000000000000';

/** What one person may not do alone. Where it can be proposed, a proposal is the answer instead. */
export class SecondPersonNeeded extends CallError {
	/** Whose it is about; hundredths of R$ that it may give away. */
	readonly about: {
		uid?: string;
		amount?: number;
		/** What is kept in place of what was asked with, where that may not be read: `sealed` of it is told to nobody. */
		input?: object & { sealed?: string };
	};

	constructor(about: SecondPersonNeeded['about']) {
		super('permission-denied', refusal('second-person-needed'));
		this.about = about;
	}
}
