import { sql } from 'kysely';
import type { MyData } from '../../contract/accounts/account.ts';
import type { Tx } from '../lib/db/database.ts';
import { toThread } from './messages/get-threads.ts';
import { threadKind } from './messages/store-messages.ts';
import { selectTickets } from './store-tickets.ts';

export async function exportThreads(tx: Tx, uid: string): Promise<MyData['threads']> {
	const threads: MyData['threads'] = [];
	const rows = await selectTickets(tx, threadKind, { condition: sql`uid = ${uid}`, limit: null });
	for (const row of rows) threads.push(await toThread(tx, row));
	return threads;
}
