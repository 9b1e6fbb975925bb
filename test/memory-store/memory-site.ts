import { asRobuxCents } from '../../contract/money.ts';
import { askDirectly } from '../asked-routes.ts';
import { linesOf, type Site } from '../histories/site.ts';
import { createMortalSteps, mortalVendor } from '../mortal-process.ts';
import { createRandom } from '../partners/random.ts';
import { newPlayedWorld } from '../played-vendor.ts';
import { requireWholeBooks } from './check-books.ts';
import { asDatabase, type Session } from './engine.ts';
import { keptOf } from './kept-of.ts';
import { emptyTables } from './tables.ts';
import { createTurns } from './turns.ts';
import { isOpen } from './withdrawals/rows.ts';

const FIRST_DAY_MS = Date.UTC(2027, 0, 1);
const NONE = asRobuxCents(0);

const platformWorld = newPlayedWorld();

/** A new site with nobody else on it. Who goes on when several could is drawn from the seed. */
export function createMemorySite(seed: number): Site {
	const turns = createTurns(createRandom(seed));
	const tables = emptyTables();
	const session: Session = { engine: { tables, locks: new Map(), turns, lastId: 0 }, step: (act) => act() };
	const clock = { nowMs: FIRST_DAY_MS, now: () => clock.nowMs };
	let ids = 0;

	return {
		db: asDatabase(session),
		clock,
		newId() {
			ids += 1;
			return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
		},
		async addPerson({ uid, role, username, platformUserId }) {
			tables.wallets.set(uid, { balance: NONE, pending: NONE, earned: NONE, withdrawn: NONE, closed: false });
			const nothing = { bannedAt: null, banReason: null, pausedReason: null, isDeleted: false };
			tables.users.set(uid, { uid, role, robloxUsername: username, platformUserId, ...nothing });
		},
		mortal(vendor, death) {
			const { step } = createMortalSteps(death);
			return { db: asDatabase({ ...session, step }), vendor: mortalVendor(vendor, step) };
		},
		ask(routes) {
			const { ask, close } = askDirectly(routes);
			return {
				async ask(question) {
					await turns.take();
					return ask(question);
				},
				close,
			};
		},
		// Several batches at the same moment, and what one pauses for in between is time that does not pass here.
		batching: { batchSizeMax: 1 + (seed % 4), batchesMax: 2, alongsideFrom: 1, paceMs: 0, waitMsMax: Number.MAX_VALUE },
		writesTogether: (seed & 4) !== 0,
		platformWorld,
		async look(uids) {
			return uids.map((uid) => {
				const { closed, ...figures } = tables.wallets.get(uid) ?? never(uid);
				return { ...figures, isBanned: tables.users.get(uid)?.bannedAt !== null, isDeleted: closed };
			});
		},
		async checkBooks() {
			requireWholeBooks(tables);
		},
		async ordersOf(uids) {
			return [...tables.withdrawals.values()].filter(({ uid }) => uids.includes(uid));
		},
		async keptOf(uids) {
			return uids.flatMap((uid, user) => linesOf(user, keptOf(tables, uid)));
		},
		async nextAskAtMs(vendor) {
			let next: number | undefined;
			for (const row of tables.withdrawals.values()) {
				const at = row.vendor === vendor && isOpen(row) ? row.nextAskAt?.getTime() : undefined;
				if (at !== undefined && at > clock.nowMs) next = Math.min(at, next ?? at);
			}
			return next;
		},
	};
}

function never(uid: string): never {
	throw new Error(`nobody is ${uid}`);
}
