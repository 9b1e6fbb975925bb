import { hash } from 'node:crypto';
import { type FakePartner, fakePartners, type SignedRequest } from './partner-mix.ts';

/** Pure function of a number: 5% repeats, 2% reversals, 1% forged. */
export type Postback = SignedRequest & {
	kind: 'credit' | 'duplicate' | 'reversal' | 'forged';
	bodies: readonly string[];
};

export type Credit = { uid: string; wall: string; reference: string; amountCents: number };

export const WALLET_COUNT = 100_000;
export const SECRET = 'a-secret-that-only-this-bench-knows';
export const wallEntries = fakePartners.map(({ entry }) => ({ ...entry, name: entry.partner, secret: SECRET }));

const HOT_USER = 0;
/** R$ 80 per $ makes rewards exact. */
const RATE = 80;
/** Distance of a repeat from its original. A near original may be in flight, a far one is answered. */
const NEAR = 1;
const FAR = 1_001;
const REVERSAL_DISTANCE = 2_001;

export function kindOf(n: number, first: number): Postback['kind'] {
	if (n - first < REVERSAL_DISTANCE) return 'credit';
	const place = n % 100;
	if (place === 50) return 'forged';
	if (place === 20 || place === 70) return 'reversal';
	return place % 20 === 7 ? 'duplicate' : 'credit';
}

/** Numbers must be unique, or credits become duplicates. */
export function postbackOf(n: number, { first, hot }: { first: number; hot: boolean }): Postback {
	const kind = kindOf(n, first);
	const near = n % 40 === 7 ? NEAR : FAR;
	const original = n - (kind === 'duplicate' ? near : kind === 'reversal' ? REVERSAL_DISTANCE : 0);
	const partner = partnerOf(original);
	const signed = partner.request({
		uid: uidOf(original, hot),
		transaction: transactionOf(original),
		reward: (amountOf(original) / 100).toFixed(2),
		payout: (amountOf(original) / RATE / 100).toFixed(4),
		offer: 10_000 + (original % 500),
		isReversal: kind === 'reversal',
		secret: kind === 'forged' ? 'a-guessed-secret' : SECRET,
	});
	const { successBody, duplicateBody = successBody } = partner;
	const bodies = kind === 'duplicate' || kind === 'credit' ? [successBody, duplicateBody] : [successBody];
	return { kind, bodies, ...signed };
}

export function creditOf(n: number, hot: boolean): Credit {
	const wall = partnerOf(n).entry.id;
	return { uid: uidOf(n, hot), wall, reference: `offer/${wall}/${transactionOf(n)}/credit`, amountCents: amountOf(n) };
}

/** Matches {@link walletsSql}. */
export function uidOfUser(user: number): string {
	const hex = hash('md5', `user/${user}`);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const walletsSql = `insert into wallets (uid)
	select md5('user/' || n)::uuid from generate_series(0, ${WALLET_COUNT - 1}) n order by random()`;

const uidOf = (n: number, hot: boolean): string => uidOfUser(hot ? HOT_USER : scatter(n) % WALLET_COUNT);

const partnerOf = (n: number): FakePartner => fakePartners[n % fakePartners.length] as FakePartner;

function transactionOf(n: number): string {
	return scatter(n).toString(16).padStart(8, '0') + n.toString(16).padStart(16, '0');
}

const amountOf = (n: number): number => 100 + (scatter(n) % 50_000);

/** MurmurHash3 finalizer. */
function scatter(n: number): number {
	let bits = n | 0;
	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}
