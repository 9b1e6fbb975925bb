import { CallError } from '../../../contract/errors.ts';
import { canonicalJson } from '../../../contract/proof/canonical-json.ts';
import { refusal } from '../../../contract/refusals.ts';
import { type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { type ChangeWallsDeps, refreshNodes } from '../walls/wall-changes.ts';
import { type Entry, joinEntry, keptAt, openSecrets, sealSecrets, secretNames, splitEntry } from './entry-secrets.ts';
import { readNewEntry, type SavedWallDeps } from './open-saved-wall.ts';
import { lockWithKey } from './save-offerwall.ts';
import { selectSavedWall, upsertSavedWall } from './store-saved-walls.ts';

/**
 * Keeps the entries of a file here, all or none; what is here already and the same stays as it is.
 * @param admin whoever has the machine, who has the file too
 * @returns the ids that are new
 * @throws CallError `failed-precondition` for an id that is here with another entry; `invalid-argument`
 */
export async function importOfferwalls(
	deps: ChangeWallsDeps & SavedWallDeps,
	entries: readonly Entry[],
	admin: AdminContext,
): Promise<string[]> {
	const { secretBox: box } = deps;
	for (const entry of entries) requireKeepable(entry, deps.trustedOrigins);
	const action = { action: 'import-offerwalls', reason: 'Imported at the machine.' };
	const added = await withAudit(deps, admin, action, async (tx, atMs) => {
		await lockWithKey(tx, box);
		const ids: string[] = [];
		const kept: object[] = [];
		for (const [place, entry] of entries.entries()) {
			const { open, secrets } = splitEntry(entry);
			const version = await versionToAdd(tx, box, entry);
			if (version === undefined) continue;
			const row = { id: entry.id, version, entry: open, secrets: sealSecrets(box, keptAt(entry.id), secrets) };
			// Their order is the file's.
			await upsertSavedWall(tx, row, atMs + place);
			ids.push(entry.id);
			kept.push({ ...open, secrets: secretNames(secrets) });
		}
		return { result: ids, change: ids.length > 0 ? { before: {}, after: { walls: kept } } : undefined };
	});
	await refreshNodes(deps);
	return added;
}

function requireKeepable(entry: Entry, trustedOrigins: readonly string[]): void {
	const read = readNewEntry(entry, trustedOrigins);
	if ('wall' in read) return;
	const problem = read.problems.map(([field, message]) => `${entry.id}, ${field}: ${message}`).join('; ');
	throw new CallError('invalid-argument', refusal('invalid-input', { problem }));
}

/** @returns undefined for what is here already. */
async function versionToAdd(tx: Tx, box: SecretBox, entry: Entry): Promise<number | undefined> {
	const row = await selectSavedWall(tx, entry.id);
	if (!row) return 1;
	if (row.secrets === null && row.entry.partner === entry.partner) return row.version + 1;
	if (row.secrets !== null) {
		const here = joinEntry(row.entry, openSecrets(box, keptAt(row.id), row.secrets));
		const { open, secrets } = splitEntry(entry);
		if (canonicalJson(here) === canonicalJson(joinEntry(open, secrets))) return undefined;
	}
	const problem = `${entry.id} is kept here already, with another entry: change it in the admin area. Nothing was imported`;
	throw new CallError('failed-precondition', refusal('invalid-input', { problem }));
}
