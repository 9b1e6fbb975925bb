import { ifReadable, type SecretBox } from '../../lib/secrets/secret-box.ts';
import {
	type Entry,
	type EntrySecrets,
	hashOfEntry,
	importedAs,
	openSecrets,
	secretsContext,
} from './entry-secrets.ts';
import type { ImportedRow } from './store-saved-walls.ts';

/** `save` stores the entry, `note` only its hash. */
export type Step = { entry: Entry; hash: string; does: 'save' | 'note'; found: Found | undefined };

export type Found = {
	row: ImportedRow;
	isChanged: boolean;
	/** Undefined if the secrets are unreadable or the wall was removed. */
	secrets: EntrySecrets | undefined;
};

export function stepsOf(box: SecretBox, rows: readonly ImportedRow[], entries: readonly Entry[]): Step[] {
	const byId = new Map(rows.map((row) => [row.id, row]));
	return entries.flatMap((entry) => stepOf(box, byId.get(entry.id), entry) ?? []);
}

function stepOf(box: SecretBox, row: ImportedRow | undefined, entry: Entry): Step | undefined {
	const hash = hashOfEntry(entry);
	if (!row) return { entry, hash, does: 'save', found: undefined };
	const { id, secrets: sealed, imported } = row;
	const secrets = sealed === null ? undefined : ifReadable(() => openSecrets(box, secretsContext(id), sealed));
	const known = imported === null ? undefined : ifReadable(() => box.open(imported, importedAs(id)));
	const found = { row, secrets, isChanged: known !== undefined && known !== hash };
	const isUnreadable = sealed !== null && secrets === undefined;
	if (imported === null || found.isChanged || isUnreadable) return { entry, hash, does: 'save', found };
	// If the hash is unreadable, a wall with readable secrets counts as unchanged.
	return known === undefined ? { entry, hash, does: 'note', found } : undefined;
}
