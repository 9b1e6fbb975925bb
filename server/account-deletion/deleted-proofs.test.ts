import { openDeletions } from '../../test/support/deletions.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { checkLiability } from '../../web/proof/check-liability.ts';
import { rowOf, rowsOf } from '../lib/db/database.ts';
import { getLiabilityProof, prepareTree } from '../public-proof/liabilities/liability-trees.ts';
import { checkLog } from '../public-proof/log/check-log.ts';
import { createTransferLog } from '../public-proof/log/transfer-log.ts';
import { makeCheckpoint } from '../public-proof/make-checkpoint.ts';
import { readProofKey } from '../public-proof/proof-key.ts';
import { publishKey } from '../public-proof/published-keys.ts';
import { checkReceipt, getReceipt } from '../public-proof/receipts/get-receipt.ts';
import { receiptIdsOf } from '../public-proof/receipts/receipt-ids.ts';

const { database, payouts, remove, newUser } = openDeletions();
const { app, owner } = database;
const { clock } = payouts;
const proofKey = readProofKey(Buffer.alloc(32, 7).toString('base64url'));
const checkpoint = async () =>
	makeCheckpoint({ owner, clock, proofKey, version: '1', publishedSettings: {}, ...(await prepareTree(owner)) });
const deps = { db: app, clock, proofKey };
const proofOf = (uid: string) => getLiabilityProof(deps, {}, { actor: { uid } });
const hashes = () => rowsOf(owner)`select chunk, hashes from transfer_log_chunks order by chunk`;

test("a deletion destroys the user's key and salts, keeps the hashes, and leaves earlier proofs valid", async () => {
	await publishKey({ db: app, clock, log: silentLog }, proofKey);
	const [gone, stays] = [await newUser(60), await newUser(40)];
	const stored = await checkpoint();
	const transfer = await rowOf<{ id: number }>(owner)`select min(id) as id from transfers where uid = ${gone}`;
	const id = (await receiptIdsOf(app)).idOf(transfer?.id ?? 0);
	const receipt = await getReceipt(deps, id);
	const proofs = { gone: await proofOf(gone), stays: await proofOf(stays) };
	const log = createTransferLog({ db: app });
	const index = (await log.indexOf(transfer?.id ?? 0)) ?? -1;
	const { count, root } = stored.transfers;
	const before = { hashes: await hashes(), inclusion: await log.inclusion(index, count) };

	await remove(gone);
	const person = await rowOf<{ key: Buffer | null }>(owner)`select key from proof_people where uid = ${gone}`;
	expect(person).toEqual({ key: null });
	expect(await getReceipt(deps, id)).toBeUndefined();
	await expect(proofOf(gone)).rejects.toMatchObject({ code: 'not-found' });
	const left = await rowsOf(owner)`
		select from liability_trees t, proof_people p where sha256(p.key || t.seed || '\\x00'::bytea) = ${Buffer.from(proofs.gone.salt, 'hex')}
	`;
	expect(left).toEqual([]);

	expect({ hashes: await hashes(), inclusion: await log.inclusion(index, count) }).toEqual(before);
	expect((await log.root(app, count)).toString('hex')).toBe(root);
	expect(await proofOf(stays)).toEqual(proofs.stays);
	for (const [uid, proof] of [
		[gone, proofs.gone],
		[stays, proofs.stays],
	] as const) {
		expect(await checkLiability(uid, proof, undefined)).toMatchObject({ parts: 'yes', path: 'yes' });
	}
	expect(await checkReceipt(app, receipt)).toBe('person-gone');
	clock.advance(86_400_000);
	expect((await checkpoint()).liabilities?.people).toBe((stored.liabilities?.people ?? 0) - 1);
	expect((await checkLog(owner, stored)).problems).toEqual([]);
});
