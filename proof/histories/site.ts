import { sql } from 'kysely';
import { openWallet } from '../../server/ledger/wallet.ts';
import { cellOf, rowsOf } from '../../server/lib/db/database.ts';
import type { EventBatching } from '../../server/offerwalls/postbacks/take-postback.ts';
import type { ClonedDatabase } from '../../test/support/cloned-database.ts';

/** Amounts are R$ cents. */
export type Observed = {
	balance: number;
	pending: number;
	earned: number;
	withdrawn: number;
	isBanned: boolean;
	isDeleted: boolean;
};

export type ObservedWithdrawal = { uid: string; orderId: string; state: string };

export const isOver = ({ state }: ObservedWithdrawal) => state === 'completed' || state === 'failed';

export type Site = ReturnType<typeof createSite>;

/** @param seed selects how postbacks and payouts are batched */
export function createSite(
	{ app, appPool }: Pick<ClonedDatabase, 'app' | 'appPool'>,
	clock: { nowMs: number; now(): number },
	seed: number,
) {
	/** No pauses, because the clock does not advance. */
	const batching: EventBatching = {
		batchSizeMax: 1 + (seed % 4),
		batchesMax: 2,
		alongsideFrom: 1,
		paceMs: 0,
		waitMsMax: Number.MAX_VALUE,
	};
	return {
		db: app,
		appPool,
		clock,
		batching,
		writesTogether: (seed & 4) !== 0,

		async addUser(user: { uid: string; role: string | null; username: string; platformUserId: number }) {
			const { uid, role, username, platformUserId } = user;
			await openWallet(app, uid);
			await sql`
				insert into users (uid, role, roblox_username, platform_user_id, created_at)
				values (${uid}, ${role}, ${username}, ${platformUserId}, ${new Date(clock.now())})
			`.execute(app);
		},

		async look(uids: readonly string[]): Promise<Observed[]> {
			const rows = await rowsOf<Observed & { uid: string }>(app)`
				select uid, balance, pending, earned, withdrawn, u.banned_at is not null as "isBanned",
					w.closed_at is not null as "isDeleted"
				from wallets w join users u using (uid) where uid = any(${uids}::uuid[])`;
			return uids.map((of) => {
				const { uid: _, ...observed } = rows.find(({ uid }) => uid === of) as Observed & { uid: string };
				return observed;
			});
		},

		ordersOf: (uids: readonly string[]): Promise<ObservedWithdrawal[]> => rowsOf<ObservedWithdrawal>(app)`
			select uid, order_id as "orderId", state from withdrawals where uid = any(${uids}::uuid[]) order by created_at`,

		async nextCheckAtMs(vendor: string): Promise<number | undefined> {
			const next = await cellOf<Date>(app)`
				select min(next_ask_at) from withdrawals
				where vendor = ${vendor} and state not in ('completed', 'failed') and next_ask_at > ${new Date(clock.nowMs)}`;
			return next?.getTime();
		},
	};
}
