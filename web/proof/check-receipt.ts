import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import type { Receipt, ReceiptState } from '../../contract/proof/proof.ts';
import { bytesOf, hexOf, isSigned, type PublicKey, sha256, type Verdict } from './signature.ts';

/** `signed`: a published key signed it. `logged`: its leaf is in a signed checkpoint. */
export type ReceiptCheck = 'signed' | 'logged';

type Logged = {
	checkpoint: { n: number; transfers: { count: number; root: string }; key: string; signature: string };
	path: readonly string[];
};

/** Trusts nothing in the receipt except the id. @throws Error if published data cannot be read. */
export async function checkReceipt(
	id: string,
	receipt: Receipt,
	state: ReceiptState,
): Promise<Record<ReceiptCheck, Verdict>> {
	const { keys } = (await read('/.well-known/lootpass-proof.json')) as { keys: readonly PublicKey[] };
	return {
		signed: receipt.id === id ? await isSigned(receipt, keys) : 'no',
		logged: await isLogged(receipt, state, keys).catch((): Verdict => 'unknown'),
	};
}

async function isLogged(receipt: Receipt, state: ReceiptState, keys: readonly PublicKey[]): Promise<Verdict> {
	const { checkpoint: n, index } = state;
	if (n === null || index === null) return 'unknown';
	const { checkpoint, path } = await readLogged(n, index);
	const { count, root } = checkpoint.transfers;
	const { amount, at, kind, reference, user, transfer } = receipt;
	const text = canonicalJson({ amount, at, id: transfer, kind, reference, user });
	const leaf = await sha256(Uint8Array.of(0), new TextEncoder().encode(text));
	const found = checkpoint.n === n ? await rootByInclusion({ leaf, index, size: count, path }) : undefined;
	return found === root ? isSigned(checkpoint, keys) : 'no';
}

async function readLogged(n: number, index: number): Promise<Logged> {
	const { items } = (await read(`/proof/checkpoints?after=${n - 1}&limit=1`)) as { items: [Logged['checkpoint']] };
	const [checkpoint] = items;
	const inclusion = await read(`/proof/transfers/inclusion?index=${index}&size=${checkpoint.transfers.count}`);
	return { checkpoint, ...(inclusion as Pick<Logged, 'path'>) };
}

type Inclusion = { leaf: Uint8Array; index: number; size: number; path: readonly string[] };

/** RFC 9162, 2.1.3.2. @returns undefined for an invalid path. */
async function rootByInclusion({ leaf, index, size, path }: Inclusion): Promise<string | undefined> {
	let [at, last, root] = [index, size - 1, leaf];
	if (at > last) return undefined;
	for (const step of path) {
		if (last === 0) return undefined;
		const other = bytesOf(step);
		if (at % 2 === 1 || at === last) {
			root = await sha256(Uint8Array.of(1), other, root);
			while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
		} else root = await sha256(Uint8Array.of(1), root, other);
		[at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
	}
	return last === 0 ? hexOf(root) : undefined;
}

async function read(address: string): Promise<unknown> {
	const answer = await fetch(address, { credentials: 'omit' });
	if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
	return answer.json();
}
