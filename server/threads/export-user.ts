import type { MyData } from '../../contract/accounts/account.ts';
import type { Tx } from '../lib/db/database.ts';
import { getThread } from './get-threads.ts';
import { selectThreadsOf } from './store-threads.ts';

const THREADS_MAX = 1_000;

/** What somebody wrote to us, with our answers; who of us answered is not theirs to know. */
export async function exportThreads(tx: Tx, uid: string): Promise<MyData['threads']> {
	const rows = await selectThreadsOf(tx, uid, { after: undefined, limit: THREADS_MAX });
	const threads: MyData['threads'] = [];
	for (const { reference } of rows) threads.push(await getThread({ db: tx }, uid, reference));
	return threads;
}
