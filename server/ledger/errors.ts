import { formatRobux, type RobuxCents } from '../../contract/money.ts';

export class InsufficientBalance extends Error {
	readonly balance: RobuxCents;

	constructor(balance: RobuxCents) {
		super(`the balance is ${formatRobux(balance)}`);
		this.name = 'InsufficientBalance';
		this.balance = balance;
	}
}

export class ReferenceConflict extends Error {
	constructor(reference: string) {
		super(`reference ${reference} is already booked with different content`);
		this.name = 'ReferenceConflict';
	}
}

export class WalletClosed extends Error {
	readonly uid: string;

	constructor(uid: string) {
		super(`no open wallet for ${uid}`);
		this.name = 'WalletClosed';
		this.uid = uid;
	}
}
