import type { MyData } from '../../../contract/accounts/account.ts';
import type { Tx } from '../../lib/db/database.ts';
import { findThread } from './get-threads.ts';
import { selectThreadsOf, type ThreadRow } from './store-threads.ts';

const THREADS_A_PAGE = 100;

/** What somebody wrote to us, with our answers; who of us answered is not theirs to know. */
export async function exportThreads(tx: Tx, uid: string): Promise<MyData['threads']> {
	const threads: MyData['threads'] = [];
	for (let after: ThreadRow | undefined; ; ) {
		const rows = await selectThreadsOf(tx, uid, { after, limit: THREADS_A_PAGE });
		for (const { reference } of rows) threads.push(await findThread(tx, uid, reference));
		if (rows.length < THREADS_A_PAGE) return threads;
		after = rows.at(-1);
	}
}
