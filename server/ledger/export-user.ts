import type { MyData } from '../../contract/accounts/account.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { rowsOf, type Tx } from '../lib/db/database.ts';
import { type Lines, readInPages } from '../lib/db/read-in-pages.ts';
import { findWallet } from './wallet.ts';

type Row = { id: number; at: Date; kind: string; amount: RobuxCents; debit: string; credit: string; reference: string };

export async function exportWallet(tx: Tx, uid: string): Promise<MyData['wallet']> {
	const none = asRobuxCents(0);
	const wallet = (await findWallet(tx, uid)) ?? { balance: none, pending: none, earned: none, withdrawn: none };
	return {
		robux: robuxToWire(wallet.balance),
		pending: robuxToWire(wallet.pending),
		earned: robuxToWire(wallet.earned),
		withdrawn: robuxToWire(wallet.withdrawn),
	};
}

export async function exportTransfers(tx: Tx, uid: string): Promise<Lines<MyData['ledger'][number]>> {
	return readInPages(
		async (last: Row | undefined, limit) => {
			const rows = await rowsOf<Row>(tx)`
				select id, at, kind, amount, debit, credit, reference from transfers
				where uid = ${uid} and id < ${last?.id ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${limit}
			`;
			return rows;
		},
		({ at, amount, ...row }) => ({ ...row, timestamp: at.getTime(), amount: robuxToWire(amount) }),
	);
}
