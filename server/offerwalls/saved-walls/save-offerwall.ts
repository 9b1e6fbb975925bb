import { callError } from '../../../contract/refusals.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import type { Tx } from '../../lib/db/database.ts';
import { keyIdOf, type SecretBox, WrongKey } from '../../lib/secrets/secret-box.ts';
import { type MarginDeps, requireMargin } from '../terms/effect.ts';
import { selectTerms } from '../terms/store-terms.ts';
import { lockWallChange, updateWallChange } from '../walls/store-walls.ts';
import type { Wall } from '../walls/wall.ts';
import { type ChangeWallsDeps, refreshNodes } from '../walls/wall-changes.ts';
import {
	changedSecrets,
	type Entry,
	type EntrySecrets,
	joinEntry,
	openSecrets,
	proposedFor,
	sealSecrets,
	secretNames,
	secretsContext,
	splitEntry,
	withNewSecrets,
} from './entry-secrets.ts';
import { readNewEntry, type SavedWallDeps } from './open-saved-wall.ts';
import * as store from './store-saved-walls.ts';
import { differenceOf, fieldsThatTakeTwo } from './what-takes-two.ts';

export type SaveDeps = ChangeWallsDeps & SavedWallDeps & MarginDeps;
type Sealed = { sealed?: string };
type Stood = { open: Entry; secrets: EntrySecrets; now: { enabled: boolean; holdHours?: number } };

export const adminSaveOfferwall: StaffCall<'adminSaveOfferwall', SaveDeps, Sealed> = async (deps, input, admin) => {
	const { entry, version, reason, sealed } = input;
	const { secretBox } = deps;
	const { id } = entry;
	const { open: openFields, secrets: inEntry } = splitEntry(entry);
	const given = sealed === undefined ? inEntry : openProposed(secretBox, id, sealed);

	const action = { action: 'save-offerwall', reason, details: { wall: id } };
	const saved = await withAudit(deps, admin, action, async (tx, atMs) => {
		await lockWithKey(tx, secretBox);
		const row = await store.selectSavedWall(tx, id);
		const versionNow = row?.version ?? 0;
		if ((version ?? versionNow) !== versionNow) throw callError('failed-precondition', 'wall-changed-meanwhile');
		const before = await standing(tx, secretBox, row);
		requireSamePartner(row, openFields);

		const secrets = withNewSecrets(before, openFields, given);
		const whole = joinEntry(openFields, secrets);
		const wall = requireReadable([...deps.trustedOrigins, ...(row?.trusted ?? [])], whole);
		const wholeBefore = before && { ...joinEntry(before.open, before.secrets), ...before.now };
		const difference = differenceOf(before?.open, openFields);
		if (wholeBefore && fieldsOf(differenceOf(wholeBefore, whole)).length === 0) {
			return { result: { id, version: versionNow, changed: false }, change: undefined };
		}
		await requireMarginOf(tx, deps, { wall, before: wholeBefore, atMs });
		const takesTwo = fieldsThatTakeTwo(wholeBefore, whole);
		if (takesTwo.length > 0) {
			const about = { version: versionNow, reason, takes_two: takesTwo };
			requireSecond(admin, { input: { ...toPropose(secretBox, openFields, given), ...about } });
		}

		const next = versionNow + 1;
		const row2 = { id, version: next, entry: openFields, secrets: sealSecrets(secretBox, secretsContext(id), secrets) };
		await store.upsertSavedWall(tx, row2, atMs);
		await updateWallChange(tx, id, { enabled: null, minAge: null, holdHours: null });
		await store.makeFeedDue(tx, id, atMs);
		const change = { version: next, ...difference, secrets: changedSecrets(before?.secrets ?? {}, secrets) };
		return { result: { id, version: next, changed: true }, change };
	});
	await refreshNodes(deps);
	return saved;
};

function openProposed(box: SecretBox, id: string, sealed: string): EntrySecrets {
	try {
		return openSecrets(box, proposedFor(id), sealed);
	} catch (error) {
		throw error instanceof WrongKey ? callError('failed-precondition', 'secrets-key-changed') : error;
	}
}

export async function lockWithKey(tx: Tx, { keyId }: SecretBox): Promise<void> {
	await store.lockSavedWalls(tx);
	const sealed = await store.selectSealed(tx);
	if (sealed.some(({ secrets }) => keyIdOf(secrets) !== keyId))
		throw callError('failed-precondition', 'secrets-key-changed');
}

async function standing(tx: Tx, box: SecretBox, row: store.StoodRow | undefined): Promise<Stood | undefined> {
	if (!row) return undefined;
	const settings = await lockWallChange(tx, row.id);
	if (row.secrets === null) return undefined;
	const { enabled = true } = row.entry as { enabled?: boolean };
	const secrets = openSecrets(box, secretsContext(row.id), row.secrets);
	const { holdHours } = settings;
	const now = { enabled: settings.enabled ?? enabled, ...(holdHours !== null && { holdHours }) };
	return { open: row.entry, secrets, now };
}

function requireSamePartner(row: store.StoodRow | undefined, { partner }: Entry): void {
	const before = row?.entry.partner;
	if (before === undefined || before === partner) return;
	throw callError('failed-precondition', 'wall-has-another-partner', { partner: String(before) });
}

function requireReadable(trusted: readonly string[], whole: Entry): Wall {
	const read = readNewEntry(whole, trusted);
	if ('wall' in read) return read.wall;
	const problem = read.problems.map(([field, message]) => `${field}: ${message}`).join('; ');
	throw callError('invalid-argument', 'invalid-input', { problem });
}

async function requireMarginOf(
	tx: Tx,
	deps: SaveDeps,
	{ wall, before, atMs }: { wall: Wall; before: Entry | undefined; atMs: number },
): Promise<void> {
	const { rateCents } = wall;
	if (rateCents === undefined || rateCents <= Number(before?.rate ?? 0) * 100) return;
	const terms = (await selectTerms(tx)).get(wall.id) ?? { rates: [], boosts: [] };
	const change = { country: null, rateCents, fromMs: atMs };
	await requireMargin(tx, deps, { id: wall.id, rateCents, ...terms }, change, atMs);
}

function toPropose(box: SecretBox, entry: Entry, given: EntrySecrets) {
	const names = secretNames(given);
	return {
		entry,
		...(names.length > 0 && { new_secrets: names }),
		...(Object.keys(given).length > 0 && { sealed: sealSecrets(box, proposedFor(entry.id), given) }),
	};
}

function fieldsOf({ before, after }: { before: object; after: object }): string[] {
	return Object.keys({ ...before, ...after });
}
