import { type ActionDeps, atTheMachine, withAudit } from '../../accounts/with-audit.ts';
import { inTransaction } from '../../lib/db/database.ts';
import {
	type ImportedRow,
	lockSavedWalls,
	selectImported,
	updateImported,
	updateRemoved,
} from './store-saved-walls.ts';

const LOOPBACK = 'http://localhost:';

/** Removes the sandbox's walls; a later start with the sandbox imports them again. */
export async function removeSandboxWalls({ db, clock }: ActionDeps, ids: readonly string[]): Promise<void> {
	const isOfSandbox = ({ id, secrets, imported, trusted }: ImportedRow) =>
		ids.includes(id) && secrets !== null && imported !== null && trusted.some((origin) => origin.startsWith(LOOPBACK));
	if (!(await selectImported(db)).some(isOfSandbox)) return;
	await inTransaction(db, async (tx) => {
		await lockSavedWalls(tx);
		for (const { id, entry, version } of (await selectImported(tx)).filter(isOfSandbox)) {
			const action = { action: 'remove-offerwall', reason: 'Production has no sandbox.', details: { wall: id } };
			await withAudit({ db: tx, clock }, atTheMachine, action, async (_, atMs) => {
				await updateRemoved(tx, id, atMs);
				await updateImported(tx, { id, imported: null, trusted: [] });
				return { result: undefined, change: { before: entry, after: {}, version: version + 1 } };
			});
		}
	});
}
