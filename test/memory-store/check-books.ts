import type { Engine } from './engine.ts';
import { isOpen } from './withdrawals/rows.ts';

/**
 * What `checkBooks()` asks of PostgreSQL, as far as there is something to read: each wallet is what its transfers come to, and
 * what is held for payouts is what open orders ask for.
 * @throws Error that says what does not hold.
 */
export function requireWholeBooks(tables: Engine['tables']): void {
	const accounts = new Map<string, number>();
	for (const { uid, debit, credit, amount } of tables.transfers.values()) {
		for (const [account, change] of [[debit, -amount] as const, [credit, amount] as const]) {
			const name = account === 'wallet' || account === 'pending' ? `${account} ${uid}` : account;
			accounts.set(name, (accounts.get(name) ?? 0) + change);
		}
	}
	const require = (account: string, expected: number) => {
		const sum = accounts.get(account) ?? 0;
		if (sum !== expected) throw new Error(`the transfers of ${account} come to ${sum}, not to ${expected}`);
	};
	for (const [uid, { balance, pending }] of tables.wallets) {
		require(`wallet ${uid}`, balance);
		require(`pending ${uid}`, pending);
	}
	const open = [...tables.withdrawals.values()].filter(isOpen);
	require('payouts:held', open.reduce((sum, { amount }) => sum + amount, 0));
}
