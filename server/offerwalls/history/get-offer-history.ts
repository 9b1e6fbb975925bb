import { asRobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { OfferHistoryItem, RewardSteps } from '../../../contract/offerwalls/history.ts';
import type { PageRequest } from '../../../contract/paging.ts';
import { findWallet } from '../../ledger/wallet.ts';
import type { UserCall } from '../../lib/call-handler.ts';
import { readCursor, SERIAL, type TimeRange, toPage, UUID } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import { type ReceiptIds, receiptIdsOf } from '../../public-proof/receipts/receipt-ids.ts';
import { hasReceipt } from '../../public-proof/receipts/receipt-kinds.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Wall } from '../walls/wall.ts';
import type { HistoryRow, ImportedRow } from './store-history.ts';
import * as store from './store-history.ts';

export type HistoryDeps = { db: Database; walls: readonly Wall[] };

export async function getOfferHistory({ db, walls }: HistoryDeps, uid: string, page: PageRequest & TimeRange) {
	const { limit, cursor, ...range } = page;
	const [first, key] = readCursor(cursor, HISTORY_CURSOR);
	const before = first === undefined ? undefined : Number(first);
	const place = key && before ? { at: new Date(before), key } : undefined;
	const booked = place ? [] : await store.selectHistoryBefore(db, uid, { before, limit: limit + 1, ...range });
	const rest = limit + 1 - booked.length;
	const imported = rest > 0 ? await store.selectImportedRewards(db, uid, { before: place, limit: rest, ...range }) : [];
	const ids = await receiptIdsOf(db);
	return toPage<HistoryRow | ImportedRow, OfferHistoryItem>([...booked, ...imported], limit, {
		toItem: (row) => (isBooked(row) ? toHistoryItem(row, walls, ids) : toImportedItem(row)),
		keyOf: (row) => (isBooked(row) ? [row.id] : [row.at, row.key]),
	});
}

const HISTORY_CURSOR = new RegExp(`^[1-9]\\d{0,14}( ${UUID})?$`);
const isBooked = (row: HistoryRow | ImportedRow): row is HistoryRow => 'kind' in row;

function toImportedItem({ key, at, amount, name, source }: ImportedRow): OfferHistoryItem {
	return {
		...{ id: key, earning_source: source, wall_id: null, name, amount: robuxToWire(amount), timestamp: at.getTime() },
		...{ kind: 'imported', pending_until: null, receipt: null },
	};
}

const kindOfEnded: Record<string, OfferHistoryItem['kind']> = {
	'credit-hold': 'credit',
	'boost-hold': 'bonus',
	'import-hold': 'imported',
};
const cancels: ReadonlySet<string> = new Set(['credit-cancel', 'boost-cancel', 'import-cancel']);

export function toHistoryItem(row: HistoryRow, walls: readonly Wall[], { idOf }: ReceiptIds): OfferHistoryItem {
	const kind =
		row.is_held === false ? (kindOfEnded[row.kind] ?? store.kindOnTheWire[row.kind]) : store.kindOnTheWire[row.kind];
	if (!kind) throw new Error(`transfers of kind ${row.kind} don't belong in the offer history`);
	const wallId = wallOf(row);
	const isTakenFromUser = row.debit === 'wallet' || cancels.has(row.kind);
	return {
		id: String(row.id),
		earning_source: walls.find(({ id }) => id === wallId)?.name ?? wallId,
		wall_id: wallId,
		name: nameOf(row),
		amount: robuxToWire(asRobuxCents(isTakenFromUser ? -row.amount : row.amount)),
		timestamp: row.at.getTime(),
		kind: kind === 'credit' && row.is_bonus ? 'bonus' : kind,
		pending_until: row.is_held ? (row.release_at?.getTime() ?? null) : null,
		receipt: hasReceipt(row.kind) ? idOf(row.id) : null,
	};
}

function wallOf({ debit, credit, wall_of_reference }: HistoryRow): string | null {
	const account = [debit, credit].find((name) => name.startsWith('partner:'));
	return account?.slice('partner:'.length) ?? wall_of_reference;
}

function nameOf({ offer_name, reason, promo_code }: HistoryRow): string | null {
	if (promo_code) return promo_code;
	if (!reason) return offer_name;
	return offer_name ? `${offer_name} (${reason})` : reason;
}

const stepOf: Record<string, RewardSteps[number]['kind']> = {
	credit: 'credited',
	'credit-hold': 'held',
	'credit-release': 'credited',
	'credit-cancel': 'taken-back',
	reversal: 'taken-back',
};

export type RewardDeps = { db: Database; catalogue: Pick<Catalogue, 'findStep'> };

function goalOf(catalogue: RewardDeps['catalogue'], booked: Awaited<ReturnType<typeof store.selectReward>>) {
	for (const { debit, offer_id: key, goal } of booked) {
		if (key && goal) return catalogue.findStep({ wall: debit.slice('partner:'.length), key, goal });
	}
	return undefined;
}

export const getReward: UserCall<'getReward', RewardDeps> = async (deps, { id }, caller) => {
	const booked = SERIAL.test(id) ? await store.selectReward(deps.db, caller.actor.uid, id) : [];
	return {
		steps: booked.flatMap(({ kind, at }) => (stepOf[kind] ? [{ kind: stepOf[kind], at: at.getTime() }] : [])),
		goal: goalOf(deps.catalogue, booked) ?? null,
	};
};

const HELD_SHOWN = 100;
const REVERSALS_SHOWN = 20;

export const getPendingRewards: UserCall<'getPendingRewards', HistoryDeps> = async (deps, _, caller) => {
	const { db, walls } = deps;
	const { uid } = caller.actor;
	const wallet = await findWallet(db, uid);
	const ids = await receiptIdsOf(db);
	const held = await store.selectHeld(db, uid, HELD_SHOWN);
	const imported = await store.selectImportHolds(db, uid, HELD_SHOWN);
	return {
		total: robuxToWire(wallet?.pending ?? asRobuxCents(0)),
		items: [...held, ...imported].map((row) => toHistoryItem(row, walls, ids)),
		count: (held[0]?.of ?? 0) + imported.length,
		debt: wallet && wallet.balance < 0 ? await explainDebt(deps, uid, -wallet.balance, ids) : null,
	};
};

/** New rewards cover the oldest reversals first, so the newest reversals explain the remaining debt. */
async function explainDebt({ db, walls }: HistoryDeps, uid: string, missing: number, ids: ReceiptIds) {
	let explained = 0;
	const reasons = (await store.selectReversals(db, uid, REVERSALS_SHOWN)).filter(({ amount }) => {
		explained += amount;
		return explained - amount < missing;
	});
	const reversals = reasons.map((row) => toHistoryItem(row, walls, ids));
	return { amount: robuxToWire(asRobuxCents(missing)), reversals };
}
