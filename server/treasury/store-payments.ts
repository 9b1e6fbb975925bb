import type { UsdMicros } from '../../contract/money.ts';
import type { PaymentKind } from '../../contract/treasury.ts';
import { type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

export type PaymentRow = {
	id: number;
	kind: PaymentKind;
	micros: UsdMicros;
	reference: string | null;
	entered_at: Date;
};

export type MonthOfWall = { wall: string; month: string };

export async function selectPayments(db: Database, { wall, month }: MonthOfWall, limit: number): Promise<PaymentRow[]> {
	return rowsOf<PaymentRow>(db)`
		select id, kind, micros, reference, entered_at from wall_payments
		where wall = ${wall} and month = ${`${month}-01`}::date order by id limit ${limit}
	`;
}

export type PaidInMonth = MonthOfWall & { invoiced: UsdMicros; paid: UsdMicros };

export async function selectPaidByMonth(db: Database): Promise<PaidInMonth[]> {
	return rowsOf<PaidInMonth>(db)`
		select wall, to_char(month, 'YYYY-MM') as month,
			coalesce(sum(micros) filter (where kind = 'invoiced'), 0)::bigint as invoiced,
			coalesce(sum(micros) filter (where kind = 'paid'), 0)::bigint as paid
		from wall_payments group by wall, wall_payments.month
	`;
}

type NewPayment = MonthOfWall & Omit<PaymentRow, 'id'> & { requestId: string };

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<number | undefined> {
	const { requestId, wall, month, kind, micros, reference, entered_at } = payment;
	const row = await rowOf<{ id: number }>(tx)`
		insert into wall_payments (request_id, wall, month, kind, micros, reference, entered_at)
		values (${requestId}, ${wall}, ${`${month}-01`}::date, ${kind}, ${micros}, ${reference}, ${entered_at})
		on conflict (request_id) do nothing
		returning id
	`;
	return row?.id;
}
