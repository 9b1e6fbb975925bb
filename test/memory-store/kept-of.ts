import type { KeptRows } from '../histories/site.ts';
import type { Engine } from './engine.ts';

/** All that is kept of a person, as PostgreSQL is asked for it. */
export function keptOf(tables: Engine['tables'], uid: string): KeptRows {
	const rowsOf = <Name extends keyof Engine['tables']>(table: Name) =>
		[...tables[table].values()].filter((row) => (row as { uid?: string }).uid === uid);
	const by = <Row>(keyOf: (row: Row) => string | number) => {
		return (one: Row, other: Row) => (keyOf(one) < keyOf(other) ? -1 : 1);
	};
	return {
		transfers: (rowsOf('transfers') as Rows<'transfers'>)
			.sort(by(({ id }) => id))
			.map(({ kind, amount, debit, credit, reference, memo }) => {
				return { kind, amount, debit, credit, reference, payoutMicros: memo?.payoutMicros ?? null };
			}),
		held: (rowsOf('heldCredits') as Rows<'heldCredits'>)
			.sort(by(({ holdId }) => holdId))
			.map(({ wall, transactionId, outcome }) => ({ wall, transactionId, outcome })),
		waiting: (rowsOf('waitingReversals') as Rows<'waitingReversals'>)
			.sort(by(({ wall, transactionId }) => `${wall} ${transactionId}`))
			.map(({ wall, transactionId, amount }) => ({ wall, transactionId, amount: amount ?? null })),
		chargebacks: (rowsOf('chargebacks') as Rows<'chargebacks'>)
			.sort(by(({ transferId }) => transferId))
			.map(({ isForgiven }) => ({ isForgiven })),
		orders: (rowsOf('withdrawals') as Rows<'withdrawals'>).map(
			({ state, amount, attempts, asks, fence, refusal, vendorStatus, isAcknowledged }) => {
				return { state, amount, attempts, asks, fence, refusal, vendorStatus, isAcknowledged };
			},
		),
		settlements: (rowsOf('settlements') as Rows<'settlements'>)
			.sort(by(({ proposedAt, outcome, state }) => `${proposedAt.toISOString()} ${outcome} ${state}`))
			.map(({ outcome, state }) => ({ outcome, state })),
		adjustments: (rowsOf('adjustments') as Rows<'adjustments'>)
			.sort((one, other) => one.amount - other.amount || (one.state < other.state ? -1 : 1))
			.map(({ amount, state }) => ({ amount, state })),
	};
}

type Rows<Name extends keyof Engine['tables']> = Engine['tables'][Name] extends Map<string, infer Row> ? Row[] : never;
