import { isAllowed, type StaffRole, staffRoles } from '../../../contract/permissions.ts';
import { type Database, rowOf, type Tx } from '../../lib/db/database.ts';
import { findDeciders } from '../statements/find-statement.ts';
import { aboutOf, type ThreadRow } from './thread-kind.ts';

const answering: readonly StaffRole[] = staffRoles.filter((role) => isAllowed(role, 'answer-threads'));

/** `another`: this admin made the decision and another admin can answer; `decider`: no other admin can. */
export async function whoAnswers(
	db: Database | Tx,
	by: string,
	thread: ThreadRow,
): Promise<'anybody' | 'another' | 'decider'> {
	const about = aboutOf(thread);
	const deciders = about ? await findDeciders(db, thread.uid, about) : [];
	if (!deciders.includes(by)) return 'anybody';
	const other = await rowOf<object>(db)`
		select from users where staff_role = any(${answering}::text[]) and banned_at is null
			and not uid = any(${[...deciders, thread.uid]}::uuid[])
		limit 1
	`;
	return other ? 'another' : 'decider';
}
