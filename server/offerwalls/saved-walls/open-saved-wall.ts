import { addressProblem } from '../../lib/http/outbound.ts';
import { SealBroken, type SecretBox, WrongKey } from '../../lib/secrets/secret-box.ts';
import { StartProblem } from '../../lib/start-problem.ts';
import { readEntry, type Wall } from '../walls/wall.ts';
import { type Entry, type EntrySecrets, joinEntry, openSecrets, secretsContext } from './entry-secrets.ts';
import type { SavedRow } from './store-saved-walls.ts';

export type SavedWallDeps = {
	secretBox: SecretBox;
	/** Origins of the sandbox, which an entry may use although they are not public. */
	trustedOrigins: readonly string[];
};

export type OpenWall = ReturnType<typeof openSavedWall>;

export function openSavedWall({ secretBox, trustedOrigins }: SavedWallDeps, row: SavedRow) {
	const { id, version, entry: open, trusted } = row;
	const secrets = unseal(secretBox, row);
	const read = readEntry(joinEntry(open, secrets));
	if ('problems' in read) {
		const problemText = read.problems.map(([field, message]) => `${field}: ${message}`).join('; ');
		throw new StartProblem(`The stored settings of offerwall ${id} are invalid: ${problemText}.`);
	}
	const { enabled, minAge, holdHours } = read.wall;
	const wall = withPublicOnly(read.wall, [...trustedOrigins, ...trusted]);
	return { version, open, secrets, settings: { enabled, minAge, holdHours }, wall };
}

export function readNewEntry(entry: Entry, trustedOrigins: readonly string[]): ReturnType<typeof readEntry> {
	const unsafe = unsafeAddressesOf(entry, trustedOrigins);
	return unsafe.length > 0 ? { problems: unsafe } : readEntry(entry);
}

export function unseal(box: SecretBox, { id, secrets }: Pick<SavedRow, 'id' | 'secrets'>): EntrySecrets {
	try {
		return openSecrets(box, secretsContext(id), secrets);
	} catch (cause) {
		if (cause instanceof WrongKey) {
			throw new StartProblem(
				`Wrong SECRETS_KEY: the secrets of ${id} are encrypted with key ${cause.keyId}, and this is key ${box.keyId}. Set the key that was last in use, or add the offerwall to OFFERWALLS_FILE. An interrupted rotate-secrets-key leaves it in DATA_DIR/secrets-key.next.`,
				{ cause },
			);
		}
		if (!(cause instanceof SealBroken)) throw cause;
		throw new StartProblem(`The stored secrets of offerwall ${id} are damaged: ${cause.message}.`, { cause });
	}
}

const addresses: readonly (readonly string[])[] = [
	['feed', 'url'],
	['report', 'url'],
	['claims', 'url'],
	['picture'],
	['override', 'wallUrl'],
];
/** Checks the text of URLs only; each request checks the resolved IP address. */
function unsafeAddressesOf(entry: Entry, trusted: readonly string[]): [field: string, message: string][] {
	return addressesOf(entry).flatMap(([field, text]): [string, string][] => {
		const problem = isTrusted(text, trusted) ? undefined : addressProblem(text);
		return problem ? [[field, problem]] : [];
	});
}

export function originsOf(entry: Entry): string[] {
	return [...new Set(addressesOf(entry).flatMap(([, text]) => URL.parse(text)?.origin ?? []))];
}

function addressesOf(entry: Entry): [field: string, text: string][] {
	return addresses.flatMap((path): [string, string][] => {
		const text = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], entry);
		return typeof text === 'string' ? [[path.join('.'), text]] : [];
	});
}

export function withPublicOnly(wall: Wall, trusted: readonly string[]): Wall {
	const guarded = <Target extends { url?: string | undefined }>(target: Target) =>
		isTrusted(target.url, trusted) ? target : { ...target, isPublicOnly: true };
	return {
		...wall,
		feed: wall.feed && guarded(wall.feed),
		report: wall.report && guarded(wall.report),
		claims: wall.claims && guarded(wall.claims),
	};
}

function isTrusted(text: string | undefined, trusted: readonly string[]): boolean {
	return trusted.includes(URL.parse(text ?? '')?.origin ?? '');
}
