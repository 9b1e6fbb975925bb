import { SealBroken, type SecretBox, WrongKey } from '../../lib/secret-box.ts';
import { type Entry, type EntrySecrets, hashOfEntry, importedAs, keptAt, openSecrets } from './entry-secrets.ts';
import type { ImportedRow } from './store-saved-walls.ts';

/** What an import does with an entry. `note` stores its hash alone. */
export type Step = { entry: Entry; hash: string; does: 'save' | 'note'; found: Found | undefined };

/** The row of an entry, which may be a removed wall. */
export type Found = {
	row: ImportedRow;
	/** Whether the entry changed since its last import. */
	isChanged: boolean;
	/** Undefined: they cannot be opened, or the wall is removed. */
	secrets: EntrySecrets | undefined;
};

/** Returns the steps of an import, in the order of the entries. None: the file did not change. */
export function stepsOf(box: SecretBox, rows: readonly ImportedRow[], entries: readonly Entry[]): Step[] {
	const byId = new Map(rows.map((row) => [row.id, row]));
	return entries.flatMap((entry) => stepOf(box, byId.get(entry.id), entry) ?? []);
}

function stepOf(box: SecretBox, row: ImportedRow | undefined, entry: Entry): Step | undefined {
	const hash = hashOfEntry(entry);
	if (!row) return { entry, hash, does: 'save', found: undefined };
	const { id, secrets: sealed, imported } = row;
	const secrets = sealed === null ? undefined : opened(() => openSecrets(box, keptAt(id), sealed));
	const known = imported === null ? undefined : opened(() => box.open(imported, importedAs(id)));
	const found = { row, secrets, isChanged: known !== undefined && known !== hash };
	const isUnreadable = sealed !== null && secrets === undefined;
	if (imported === null || found.isChanged || isUnreadable) return { entry, hash, does: 'save', found };
	// Without a readable hash, the entry of a wall in order counts as unchanged.
	return known === undefined ? { entry, hash, does: 'note', found } : undefined;
}

/** @returns undefined for text that another key sealed, or that is damaged */
function opened<Value>(open: () => Value): Value | undefined {
	try {
		return open();
	} catch (error) {
		if (error instanceof WrongKey || error instanceof SealBroken) return undefined;
		throw error;
	}
}
