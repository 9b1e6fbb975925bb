import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { TransferKind } from '../../ledger/transfer.ts';

/** Amount in hundredths of R$, time in ms since the epoch. */
export type Leaf = { amount: string; at: string; id: string; kind: string; reference: string; user: string };

export type LoggedTransfer = { id: number; uid: string; at: Date; amount: number; kind: string; reference: string };

export const HOUSE = '00000000-0000-0000-0000-000000000000';

const HOUSE_KINDS: ReadonlySet<string> = new Set<TransferKind>(['loss', 'boost-loss']);

export function keeperOf({ kind, uid }: Pick<LoggedTransfer, 'kind' | 'uid'>): string {
	return HOUSE_KINDS.has(kind) ? HOUSE : uid;
}

/** @param key the key of {@link keeperOf}'s user. Null for a deleted user, whose leaf gets a random key. */
export function leafOf({ id, at, amount, kind, reference, uid }: LoggedTransfer, key: KeyObject | null): Leaf {
	const keyed = key ?? createSecretKey(randomBytes(32));
	return {
		amount: String(amount),
		at: String(at.getTime()),
		id: String(id),
		kind,
		reference: hmac(keyed, reference),
		user: keeperOf({ kind, uid }) === HOUSE ? 'house' : hmac(keyed, `transfer:${id}`),
	};
}

/** Equals the canonical JSON of the leaf, but is built by hand for speed. */
export function leafText({ amount, at, id, kind, reference, user }: Leaf): string {
	return `{"amount":"${amount}","at":"${at}","id":"${id}","kind":"${kind}","reference":"${reference}","user":"${user}"}`;
}

const hmac = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('hex');
