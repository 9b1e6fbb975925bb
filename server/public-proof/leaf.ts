import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { TransferKind } from '../ledger/transfer.ts';

/** A transfer as the log tells it. All text: the amount in hundredths of R$, the time in ms since the epoch. */
export type Leaf = { amount: string; at: string; id: string; kind: string; reference: string; user: string };

export type LoggedTransfer = { id: number; uid: string; at: Date; amount: number; kind: string; reference: string };

/** Under whose key the house's own transfers stand. */
export const HOUSE = '00000000-0000-0000-0000-000000000000';

/** They touch nobody's account: what is taken back of people who are gone. */
const HOUSE_KINDS: ReadonlySet<string> = new Set<TransferKind>(['loss', 'boost-loss']);

/** By whose key a transfer's leaf is made. */
export function keeperOf({ kind, uid }: Pick<LoggedTransfer, 'kind' | 'uid'>): string {
	return HOUSE_KINDS.has(kind) ? HOUSE : uid;
}

/**
 * @param key of {@link keeperOf}; null: of somebody who is gone. Then it is made with a key that nobody keeps: it is what
 * would be left of it in any case.
 */
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

/** As canonical JSON has it; by hand, because it is made for each transfer. */
export function leafText({ amount, at, id, kind, reference, user }: Leaf): string {
	return `{"amount":"${amount}","at":"${at}","id":"${id}","kind":"${kind}","reference":"${reference}","user":"${user}"}`;
}

function hmac(key: KeyObject, text: string): string {
	return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}
