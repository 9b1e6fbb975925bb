import { SealBroken, type SecretBox, WrongKey } from '../../lib/secret-box.ts';
import { StartProblem } from '../../lib/start-problem.ts';
import { readEntry, type Wall } from '../walls/wall.ts';
import { type Entry, type EntrySecrets, joinEntry, keptAt, openSecrets } from './entry-secrets.ts';
import { unsafeAddressesOf, withPublicOnly } from './safe-addresses.ts';
import type { SavedRow } from './store-saved-walls.ts';

export type SavedWallDeps = {
	secretBox: SecretBox;
	/** Origins that entries may name although they are not public: the sandbox's. */
	trustedOrigins: readonly string[];
};

export type OpenWall = { version: number; open: Entry; secrets: EntrySecrets; wall: Wall };

/** A wall of the database as one of the file would be. @throws StartProblem that names the key, or the entry and its field. */
export function openSavedWall({ secretBox, trustedOrigins }: SavedWallDeps, row: SavedRow): OpenWall {
	const { id, version, entry: open } = row;
	const secrets = unseal(secretBox, row);
	const read = readEntry(joinEntry(open, secrets));
	if ('problems' in read) {
		const told = read.problems.map(([field, message]) => `${field}: ${message}`).join('; ');
		throw new StartProblem(`The offerwall ${id}, kept in the database, cannot be read: ${told}.`);
	}
	return { version, open, secrets, wall: withPublicOnly(read.wall, trustedOrigins) };
}

/** What is wrong with an entry that somebody wants to keep here, or its wall. */
export function readNewEntry(entry: Entry, trustedOrigins: readonly string[]): ReturnType<typeof readEntry> {
	const unsafe = unsafeAddressesOf(entry, trustedOrigins);
	return unsafe.length > 0 ? { problems: unsafe } : readEntry(entry);
}

function unseal(box: SecretBox, { id, secrets }: SavedRow): EntrySecrets {
	try {
		return openSecrets(box, keptAt(id), secrets);
	} catch (cause) {
		if (cause instanceof WrongKey) {
			throw new StartProblem(
				`SECRETS_KEY is not the one that offerwalls are kept with: ${id} was sealed with key ${cause.keyId}, and this is key ${box.keyId}. Set the one that was in use when the database was last written; a rotate-secrets-key that was cut short leaves it in DATA_DIR/secrets-key.next.`,
				{ cause },
			);
		}
		if (!(cause instanceof SealBroken)) throw cause;
		throw new StartProblem(`The secrets of offerwall ${id} in the database are damaged: ${cause.message}.`, { cause });
	}
}
