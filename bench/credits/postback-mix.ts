import { hash } from 'node:crypto';

/**
 * The postbacks that the benchmark sends, as a pure function of a running number, so that the books can be compared
 * afterwards with what was acknowledged. Credits have distinct transaction ids; of every 100 postbacks 5 repeat an
 * earlier one, 2 take an earlier credit back and 1 is forged.
 */
export type Postback = { kind: 'credit' | 'duplicate' | 'reversal' | 'forged'; path: string };

export type Credit = { uid: string; wall: string; reference: string; amountCents: number };

export const WALLET_COUNT = 100_000;
export const SECRET = 'a-secret-that-only-this-bench-knows';
/** All with one contract for now, each with its own account in the books. */
export const wallIds = Array.from({ length: 8 }, (_, n) => `wall-${n + 1}`);

/** The user whose completions are all that there is while `hot`. */
const HOT_USER = 0;
/** How far back a repeated or reversed credit lies: some still in flight, some long answered. */
const NEAR = 1;
const FAR = 1_001;
const REVERSAL_DISTANCE = 2_001;

/** @param first the run's first number: what is repeated or taken back must be of the same run. */
export function kindOf(n: number, first: number): Postback['kind'] {
	if (n - first < REVERSAL_DISTANCE) return 'credit';
	const place = n % 100;
	if (place === 50) return 'forged';
	if (place === 20 || place === 70) return 'reversal';
	return place % 20 === 7 ? 'duplicate' : 'credit';
}

/** The n-th postback of a run. Numbers must not be used twice, or their credits are duplicates. */
export function postbackOf(n: number, { first, hot }: { first: number; hot: boolean }): Postback {
	const kind = kindOf(n, first);
	if (kind === 'duplicate') return { kind, path: pathOf(n - (n % 40 === 7 ? NEAR : FAR), '1', hot, SECRET) };
	if (kind === 'reversal') return { kind, path: pathOf(n - REVERSAL_DISTANCE, '2', hot, SECRET) };
	return { kind, path: pathOf(n, '1', hot, kind === 'forged' ? 'a-guessed-secret' : SECRET) };
}

/** What the n-th postback must have put in the books, if it was a credit and was acknowledged. */
export function creditOf(n: number, hot: boolean): Credit {
	const wall = wallOf(n);
	return { uid: uidOf(n, hot), wall, reference: `offer/${wall}/${transactionOf(n)}/credit`, amountCents: amountOf(n) };
}

/** The same users that {@link walletsSql} opens. */
export function uidOfUser(user: number): string {
	const hex = hash('md5', `user/${user}`);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const walletsSql = `insert into wallets (uid)
	select md5('user/' || n)::uuid from generate_series(0, ${WALLET_COUNT - 1}) n order by random()`;

/** Wannads' legacy contract: md5 over user, transaction, reward and secret; a reversal has its own transaction id. */
function pathOf(n: number, status: '1' | '2', hot: boolean, secret: string): string {
	const uid = uidOf(n, hot);
	const transaction = status === '1' ? transactionOf(n) : `${transactionOf(n)}r`;
	const reward = (amountOf(n) / 100).toFixed(2);
	const signature = hash('md5', uid + transaction + reward + secret);
	const offer = n % 500;
	return (
		`/postback/${wallOf(n)}?subId=${uid}&transId=${transaction}&reward=${reward}&payout=${(amountOf(n) / 8000).toFixed(4)}` +
		`&status=${status}&userIp=198.51.100.${n % 250}&campaign_id=${10_000 + offer}&campaign_name=Reach+level+${offer}` +
		`&country=NL&uuid=${uuidOf(n)}&signature=${signature}`
	);
}

/** Uniform over all wallets: with no favourites there is the least to group and the most pages to touch. */
function uidOf(n: number, hot: boolean): string {
	return uidOfUser(hot ? HOT_USER : scatter(n) % WALLET_COUNT);
}

function wallOf(n: number): string {
	return wallIds[n % wallIds.length] as string;
}

/** 24 hexadecimal digits, as long as partners' own ids usually are. */
function transactionOf(n: number): string {
	return scatter(n).toString(16).padStart(8, '0') + n.toString(16).padStart(16, '0');
}

function uuidOf(n: number): string {
	return `${scatter(n + 1)
		.toString(16)
		.padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

function amountOf(n: number): number {
	return 100 + (scatter(n) % 50_000);
}

/** Spreads neighbours over 32 bits (the finaliser of MurmurHash3). */
function scatter(n: number): number {
	let bits = n | 0;
	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}
