import type { WithdrawalRow } from '../../../server/withdrawals/store.ts';
import type { Tables } from '../tables.ts';
import type { Transaction } from '../transaction.ts';

export type Kept = Tables['withdrawals'];

export const keyOf = ({ uid, id }: { uid: string; id: string }) => `${uid} ${id}`;

export const isOpen = ({ state }: Pick<Kept, 'state'>) => state !== 'completed' && state !== 'failed';

export const ofUser = (tx: Transaction, uid: string) => tx.all('withdrawals').filter((row) => row.uid === uid);

/** An open order has all that goes with its account: nobody is deleted while they have one. */
export const asOpen = (row: Kept | undefined) => row as WithdrawalRow | undefined;

/** Whether nobody has it in hand. */
export const isFree = ({ leaseUntil }: Kept, now: Date) => leaseUntil === null || leaseUntil <= now;

export const isDue = ({ nextAskAt }: Kept, now: Date) => nextAskAt !== null && nextAskAt <= now;
