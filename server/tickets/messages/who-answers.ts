import { isAllowed, type StaffRole, staffRoles } from '../../../contract/permissions.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { findDeciders } from '../statements/find-statement.ts';
import { hasOtherStaff } from './store-answerers.ts';
import { aboutOf, type ThreadRow } from './store-threads.ts';

const answering: readonly StaffRole[] = staffRoles.filter((role) => isAllowed(role, 'answer-threads'));

/** `another`: this person decided what is objected to, and somebody else can answer; `decider`: nobody else can. */
export async function whoAnswers(
	db: Database | Tx,
	by: string,
	thread: ThreadRow,
): Promise<'anybody' | 'another' | 'decider'> {
	const about = aboutOf(thread);
	const deciders = about ? await findDeciders(db, thread.uid, about) : [];
	if (!deciders.includes(by)) return 'anybody';
	const others = await hasOtherStaff(db, { roles: answering, without: [...deciders, thread.uid] });
	return others ? 'another' : 'decider';
}
