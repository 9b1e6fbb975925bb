import { formatRobux, type RobuxCents } from '../../contract/money.ts';

/** The wallet does not cover the transfer. Nothing was written. */
export class InsufficientBalance extends Error {
	readonly balance: RobuxCents;

	constructor(balance: RobuxCents) {
		super(`the balance is ${formatRobux(balance)}`);
		this.name = 'InsufficientBalance';
		this.balance = balance;
	}
}

/** The reference is booked already, with another amount or other accounts: two facts claim to be one. */
export class ReferenceConflict extends Error {
	constructor(reference: string) {
		super(`reference ${reference} is already booked with different content`);
		this.name = 'ReferenceConflict';
	}
}

/** The uid has no wallet, or a closed one: nobody is there to book for. */
export class WalletClosed extends Error {
	constructor(uid: string) {
		super(`no open wallet for ${uid}`);
		this.name = 'WalletClosed';
	}
}
