import { hash } from 'node:crypto';
import { canonicalJson } from '../../../contract/proof/canonical-json.ts';
import type { SecretBox } from '../../lib/secrets/secret-box.ts';

export type Entry = Readonly<Record<string, unknown>> & { id: string };

/** No API call returns these secrets. */
export type EntrySecrets = {
	secret?: string;
	pathKey?: string;
	feed?: Readonly<Record<string, string>>;
	report?: Readonly<Record<string, string>>;
};

const plain = ['secret', 'pathKey'] as const;
/** All fields of these objects are secret, except `kind` and `url`. */
const nested = ['feed', 'report'] as const;
const OPEN_IN_NESTED: ReadonlySet<string> = new Set(['kind', 'url']);

export function splitEntry(entry: Entry): { open: Entry; secrets: EntrySecrets } {
	const open: Record<string, unknown> = {};
	const secrets: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(entry)) {
		if (value === null || value === undefined) continue;
		if (isAmong(plain, name)) secrets[name] = value;
		else if (isAmong(nested, name) && isObject(value)) {
			const given = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
			open[name] = Object.fromEntries(given.filter(([key]) => OPEN_IN_NESTED.has(key)));
			const hidden = given.filter(([key]) => !OPEN_IN_NESTED.has(key));
			// Converts to text, because keys are often written as numbers.
			if (hidden.length > 0) secrets[name] = Object.fromEntries(hidden.map(([key, one]) => [key, String(one)]));
		} else if (!isEmpty(value)) open[name] = value;
	}
	return { open: open as Entry, secrets: secrets as EntrySecrets };
}

/** Drops secrets of a feed or report that the entry no longer has. */
export function joinEntry(open: Entry, secrets: EntrySecrets): Entry {
	const whole: Record<string, unknown> = { ...open };
	for (const name of plain) if (secrets[name]) whole[name] = secrets[name];
	for (const name of nested) {
		const shown = open[name];
		if (isObject(shown)) whole[name] = { ...secrets[name], ...shown };
	}
	return whole as Entry;
}

/** If a feed or report has changed, drops its stored secrets, or its new address would receive them. */
export function withNewSecrets(
	before: { open: Entry; secrets: EntrySecrets } | undefined,
	open: Entry,
	given: EntrySecrets,
): EntrySecrets {
	const secrets: Record<string, unknown> = { ...before?.secrets, ...given };
	for (const name of plain) if (secrets[name] === '') delete secrets[name];
	for (const name of nested) {
		const stays = JSON.stringify(before?.open[name]) === JSON.stringify(open[name]);
		const all = { ...(stays ? before?.secrets[name] : {}), ...given[name] };
		if (isObject(open[name]) && Object.keys(all).length > 0) secrets[name] = all;
		else delete secrets[name];
	}
	return secrets;
}

export function secretNames(secrets: EntrySecrets): string[] {
	return [
		...plain.filter((name) => secrets[name]),
		...nested.flatMap((name) => Object.keys(secrets[name] ?? {}).map((key) => `${name}.${key}`)),
	];
}

export function changedSecrets(before: EntrySecrets, after: EntrySecrets): string[] {
	const [was, is] = [flat(before), flat(after)];
	return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name)).toSorted();
}

function flat({ feed = {}, report = {}, ...plain }: EntrySecrets): Map<string, string> {
	const under = (prefix: string, values: Readonly<Record<string, string>>) =>
		Object.entries(values).map(([name, value]): [string, string] => [`${prefix}${name}`, value]);
	return new Map([...under('', plain), ...under('feed.', feed), ...under('report.', report)]);
}

export function hashOfEntry(entry: Entry): string {
	const { open, secrets } = splitEntry(entry);
	return hash('sha256', canonicalJson(joinEntry(open, secrets)));
}

export function sealSecrets(box: SecretBox, about: string, secrets: EntrySecrets): string {
	return box.seal(JSON.stringify(secrets), about);
}

export function openSecrets(box: SecretBox, about: string, sealed: string): EntrySecrets {
	return JSON.parse(box.open(sealed, about)) as EntrySecrets;
}

/** Binds encrypted secrets to one wall, either proposed or approved. */
export const secretsContext = (wallId: string) => `offerwall ${wallId}`;
export const proposedFor = (wallId: string) => `proposed offerwall ${wallId}`;
export const importedAs = (wallId: string) => `imported offerwall ${wallId}`;

const isAmong = (names: readonly string[], name: string): boolean => names.includes(name);

function isEmpty(value: unknown): boolean {
	return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
