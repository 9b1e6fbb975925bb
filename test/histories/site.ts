import type { PlatformWorld } from '../../sandbox/platform/world.ts';
import type { Database } from '../../server/lib/database.ts';
import type { EventBatching } from '../../server/offerwalls/take-postback.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';
import type { askByHttp } from '../asked-routes.ts';
import type { Death } from '../mortal-process.ts';

/**
 * Where a history happens: a store, on PostgreSQL or in memory, and what a trial does and looks at there beside the product's
 * use cases.
 */
export type Site = {
	db: Database;
	/** Simulated. It stands still while things happen at the same moment. */
	clock: { nowMs: number; now(): number };
	/** An id that nobody else has on this site. */
	newId(): string;
	/** Somebody with a wallet and a game account. */
	addPerson(person: { uid: string; role: string | null; username: string; platformUserId: number }): Promise<void>;
	/** A process that dies at a step, and the vendor as it calls it. */
	mortal(vendor: Vendor, death: Death): { db: Database; vendor: Vendor };
	/** How requests come to the vendor's routes. */
	ask: typeof askByHttp;
	/** Players and passes, which nothing in a history changes; without it each history makes its own. */
	platformWorld?: PlatformWorld;
	/** How postbacks are gathered. Without a word, as the product does it. */
	batching?: EventBatching;
	/** Whether workers that live write together what they find out at the same moment, as the product's do. */
	writesTogether?: boolean;
	/** One for each of these people, in their order. */
	look(uids: readonly string[]): Promise<Seen[]>;
	/** The oldest first. */
	ordersOf(uids: readonly string[]): Promise<SeenOrder[]>;
	/** Where nobody proves the books after the trial. @throws Error that says what does not hold. */
	checkBooks?(): Promise<void>;
	/** What is kept of these people, row by row and without ids, to be compared with another site. */
	keptOf(uids: readonly string[]): Promise<string[]>;
	/** When the next order of this vendor is to be looked after, later than now. */
	nextAskAtMs(vendor: string): Promise<number | undefined>;
};

/** What the product says of one person, in hundredths of R$. */
export type Seen = {
	balance: number;
	pending: number;
	earned: number;
	withdrawn: number;
	isBanned: boolean;
	isDeleted: boolean;
};

export type SeenOrder = { uid: string; orderId: string; state: string };

export const isOver = ({ state }: SeenOrder) => state === 'completed' || state === 'failed';

export type KeptRows = {
	/** In the order in which they were booked. */
	transfers: {
		kind: string;
		amount: number;
		debit: string;
		credit: string;
		reference: string;
		payoutMicros: number | null;
	}[];
	held: { wall: string; transactionId: string; outcome: string | null }[];
	waiting: { wall: string; transactionId: string; amount: number | null }[];
	chargebacks: { isForgiven: boolean }[];
	orders: {
		state: string;
		amount: number;
		attempts: number;
		asks: number;
		fence: number;
		refusal: string | null;
		vendorStatus: string | null;
		isAcknowledged: boolean;
	}[];
	settlements: { outcome: string; state: string }[];
	adjustments: { amount: number; state: string }[];
};

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** One line for each row; ids by the order in which they are met. */
export function linesOf(user: number, kept: KeptRows): string[] {
	const ids: string[] = [];
	return Object.entries(kept).flatMap(([table, rows]) =>
		rows.map((row) => {
			const text = JSON.stringify(row, Object.keys(row).sort());
			return `${user} ${table} ${text.replace(UUID, (id) => {
				if (!ids.includes(id)) ids.push(id);
				return `#${ids.indexOf(id)}`;
			})}`;
		}),
	);
}
