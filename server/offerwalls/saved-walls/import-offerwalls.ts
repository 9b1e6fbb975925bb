import { type ActionDeps, atTheMachine, withAudit } from '../../accounts/with-audit.ts';
import { inTransaction, type Tx } from '../../lib/db/database.ts';
import { ifReadable, type SecretBox } from '../../lib/secrets/secret-box.ts';
import { StartProblem } from '../../lib/start-problem.ts';
import { lockWallChange, updateWallChange, type WallChange } from '../walls/store-walls.ts';
import { toWalls } from '../walls/wall.ts';
import {
	changedSecrets,
	type Entry,
	type EntrySecrets,
	hashOfEntry,
	importedAs,
	joinEntry,
	openSecrets,
	sealSecrets,
	secretsContext,
	splitEntry,
} from './entry-secrets.ts';
import { originsOf, unseal } from './open-saved-wall.ts';
import * as store from './store-saved-walls.ts';
import { differenceOf } from './what-takes-two.ts';

export type WallsFile = { source: string; entries: unknown };

export type ImportDeps = ActionDeps & { secretBox: SecretBox };

/** Imports changed entries and those with unreadable secrets, all or none. @returns the ids of changed walls */
export async function importOfferwalls(deps: ImportDeps, { source, entries }: WallsFile): Promise<string[]> {
	toWalls(entries, source);
	const wanted = entries as Entry[];
	const { db, clock, secretBox } = deps;
	if (stepsOf(secretBox, await store.selectImported(db), wanted).length === 0) return [];
	return inTransaction(db, async (tx) => {
		await store.lockSavedWalls(tx);
		const rows = await store.selectImported(tx);
		requireOthersOpenable(secretBox, rows, wanted);
		const ids: string[] = [];
		const firstMs = firstAddedMs(rows, { count: wanted.length, nowMs: clock.now() });
		for (const step of stepsOf(secretBox, rows, wanted)) {
			const place = wanted.indexOf(step.entry);
			requireSamePartner(step, `${source}: entry ${place + 1} (${step.entry.id})`);
			if (await take({ ...deps, tx }, step, { source, addedMs: firstMs + place })) ids.push(step.entry.id);
		}
		return ids;
	});
}

type TakeDeps = Omit<ImportDeps, 'db'> & { tx: Tx };

async function take(
	{ tx, clock, secretBox: box }: TakeDeps,
	{ entry, hash, does, found }: Step,
	{ source, addedMs }: { source: string; addedMs: number },
): Promise<boolean> {
	const { id } = entry;
	const settings = found && (await lockWallChange(tx, id));
	const before = found && openBefore(found, settings);
	const isSame = before && found?.secrets && hashOfEntry(joinEntry(before, found.secrets)) === hash;
	const isSaved = does === 'save' && !isSame;
	if (isSaved) {
		const { open, secrets } = splitEntry(entry);
		const action = { action: 'import-offerwalls', reason: `Imported from ${source}.`, details: { wall: id } };
		await withAudit({ db: tx, clock }, atTheMachine, action, async (_, atMs) => {
			const version = (found?.row.version ?? 0) + 1;
			const sealed = sealSecrets(box, secretsContext(id), secrets);
			await store.upsertSavedWall(tx, { id, version, entry: open, secrets: sealed }, addedMs);
			if (found && settings) {
				await updateWallChange(tx, id, settingsAfter(settings, found));
				await store.makeFeedDue(tx, id, atMs);
			}
			const change = { version, ...differenceOf(before, open), secrets: changedSecrets(found?.secrets ?? {}, secrets) };
			return { result: undefined, change };
		});
	}
	await store.updateImported(tx, { id, imported: box.seal(hash, importedAs(id)), trusted: originsOf(entry) });
	return isSaved;
}

function openBefore({ row, isChanged }: Found, settings: WallChange | undefined): Entry | undefined {
	if (row.secrets === null) return undefined;
	const replaced = Object.entries(settings ?? {}).filter(([, value]) => isChanged && value !== null);
	return { ...row.entry, ...Object.fromEntries(replaced) };
}

/** An import of an unchanged entry does not switch its wall on again. */
function settingsAfter(settings: WallChange, { row, isChanged }: Found): WallChange {
	if (isChanged) return { enabled: null, minAge: null, holdHours: null };
	const isOff = row.imported !== null && row.secrets !== null && row.entry.enabled === false;
	return isOff ? { ...settings, enabled: settings.enabled ?? false } : settings;
}

/** On the first import, the walls precede those of the admin area. */
function firstAddedMs(rows: readonly store.ImportedRow[], { count, nowMs }: { count: number; nowMs: number }): number {
	if (rows.some(({ imported }) => imported !== null)) return nowMs;
	return Math.min(nowMs, ...rows.map(({ addedAt }) => addedAt.getTime())) - count;
}

function requireSamePartner({ entry: { partner }, found }: Step, entry: string): void {
	const before = found?.row.entry.partner;
	if (before === undefined || before === partner) return;
	throw new StartProblem(`${entry}, partner: the ID has booked transactions of ${before}. Use another ID`);
}

/** Otherwise the import would succeed with a key that cannot open other walls. */
function requireOthersOpenable(box: SecretBox, rows: readonly store.ImportedRow[], entries: readonly Entry[]): void {
	const ids = new Set(entries.map(({ id }) => id));
	for (const { id, secrets } of rows) if (secrets !== null && !ids.has(id)) unseal(box, { id, secrets });
}

/** `save` stores the entry, `note` only its hash. */
type Step = { entry: Entry; hash: string; does: 'save' | 'note'; found: Found | undefined };

type Found = {
	row: store.ImportedRow;
	isChanged: boolean;
	/** Undefined if the secrets are unreadable or the wall was removed. */
	secrets: EntrySecrets | undefined;
};

function stepsOf(box: SecretBox, rows: readonly store.ImportedRow[], entries: readonly Entry[]): Step[] {
	const byId = new Map(rows.map((row) => [row.id, row]));
	return entries.flatMap((entry) => stepOf(box, byId.get(entry.id), entry) ?? []);
}

function stepOf(box: SecretBox, row: store.ImportedRow | undefined, entry: Entry): Step | undefined {
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

const LOOPBACK = 'http://localhost:';

/** Removes the sandbox's walls; a later start with the sandbox imports them again. */
export async function removeSandboxWalls({ db, clock }: ActionDeps, ids: readonly string[]): Promise<void> {
	const isOfSandbox = ({ id, secrets, imported, trusted }: store.ImportedRow) =>
		ids.includes(id) && secrets !== null && imported !== null && trusted.some((origin) => origin.startsWith(LOOPBACK));
	if (!(await store.selectImported(db)).some(isOfSandbox)) return;
	await inTransaction(db, async (tx) => {
		await store.lockSavedWalls(tx);
		for (const { id, entry, version } of (await store.selectImported(tx)).filter(isOfSandbox)) {
			const action = { action: 'remove-offerwall', reason: 'Production has no sandbox.', details: { wall: id } };
			await withAudit({ db: tx, clock }, atTheMachine, action, async (_, atMs) => {
				await store.updateRemoved(tx, id, atMs);
				await store.updateImported(tx, { id, imported: null, trusted: [] });
				return { result: undefined, change: { before: entry, after: {}, version: version + 1 } };
			});
		}
	});
}
