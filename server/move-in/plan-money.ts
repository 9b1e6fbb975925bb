import { asRobuxCents } from '../../contract/money.ts';
import type { NewTransfer } from '../ledger/transfer.ts';

export type ImportedMoney = { booked: number; held: number; transfers: number };

export type MoneyPlan = ImportedMoney & {
	/** Spendable money that the source no longer has. A person decides about it. */
	missing: number;
	bookings: Pick<NewTransfer, 'kind' | 'amount' | 'reference'>[];
};

export function planMoney(
	{ booked, held, transfers }: ImportedMoney,
	{ balance, isSpendable, stem }: { balance: number; isSpendable: boolean; stem: string },
): MoneyPlan {
	const plan: MoneyPlan = { booked, held, transfers, missing: 0, bookings: [] };
	const [up, down] = [Math.max(balance - booked, 0), Math.max(booked - balance, 0)];
	const cancelled = Math.min(held, down);
	function book(kind: NewTransfer['kind'], amount: number, changes: { booked: number; held: number }): void {
		if (amount === 0) return;
		plan.transfers += 1;
		plan.booked += changes.booked;
		plan.held += changes.held;
		const reference = plan.transfers === 1 ? stem : `${stem}/${plan.transfers}`;
		plan.bookings.push({ kind, amount: asRobuxCents(amount), reference });
	}
	book(isSpendable ? 'import' : 'import-hold', up, { booked: up, held: isSpendable ? 0 : up });
	book('import-cancel', cancelled, { booked: -cancelled, held: -cancelled });
	if (isSpendable) book('import-release', plan.held, { booked: 0, held: -plan.held });
	plan.missing = down - cancelled;
	return plan;
}
