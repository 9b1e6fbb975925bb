import type { RobuxCents } from '../../../contract/money.ts';
import type * as real from '../../../server/ledger/store.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/ledger/store.ts';

const none = 0 as RobuxCents;

export const insertWallet: typeof real.insertWallet = (db, uid) =>
	statement(db, async (tx) => {
		await tx.insert('wallets', uid, { balance: none, pending: none, earned: none, withdrawn: none, closed: false });
	});

export const selectWallet: typeof real.selectWallet = (db, uid) => statement(db, (tx) => tx.get('wallets', uid));

export const lockOpenWallets: typeof real.lockOpenWallets = (db, uids) =>
	statement(db, async (tx) => {
		const open = new Map<string, { pending: RobuxCents }>();
		for (const uid of [...uids].sort()) {
			const row = await tx.select('wallets', uid, ({ closed }) => !closed);
			if (row) open.set(uid, { pending: row.pending });
		}
		return open;
	});

export const selectWalletForUpdate: typeof real.selectWalletForUpdate = (db, uid) =>
	statement(db, (tx) => tx.select('wallets', uid, () => true));

export const updateClosed: typeof real.updateClosed = (db, { uid }) =>
	statement(db, async (tx) => {
		await tx.update(
			'wallets',
			uid,
			() => true,
			() => ({ closed: true }),
		);
	});

export const lookUpTransfers: typeof real.lookUpTransfers = (db, keys, newCount) =>
	statement(db, (tx) => ({
		ids: Array.from({ length: newCount }, () => tx.nextId()),
		booked: keys.map(({ uid, reference }) => tx.get('transfers', `${uid} ${reference}`)),
	}));
