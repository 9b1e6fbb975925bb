import { createHash, randomBytes } from 'node:crypto';
import { readReason } from '../../../contract/admin/reasons.ts';
import { canonicalJson } from '../../../contract/proof/canonical-json.ts';

type Details = Readonly<Record<string, unknown>>;

/** A field that can be erased; its commitment stays in the audit entry. */
type PersonalField = { name: string; owner: string | null; salt: Buffer; value: unknown };

/** The IP address belongs to the actor, other fields to the user `uid`. */
export function splitDetails(
	details: Details,
	{ actor, uid, keeps }: { actor: string; uid: string | null; keeps: readonly string[] },
) {
	const stays = (key: string, value: unknown) => value === null || typeof value === 'boolean' || keeps.includes(key);
	const personal: PersonalField[] = [];
	const take = (name: string, value: unknown, owner: string | null) =>
		personal.push({ name, owner, salt: randomBytes(32), value });
	const { reason, ip, ...rest } = JSON.parse(JSON.stringify(details)) as Record<string, unknown>;
	const split = (part: Details, prefix = ''): Details => {
		const staying: Record<string, unknown> = {};
		for (const [key, value] of Object.entries(part)) {
			const isNested = prefix === '' && (key === 'before' || key === 'after') && isObject(value);
			if (isNested) staying[key] = split(value, `${key}.`);
			else if (stays(key, value) || uid === null) staying[key] = value;
			else take(`${prefix}${key}`, value, uid);
		}
		return staying;
	};
	const staying = split(rest);
	if (typeof ip === 'string') take('ip', ip, actor);
	if (typeof reason !== 'string') {
		return { reasonCode: null, staying: reason === undefined ? staying : { ...staying, reason: null }, personal };
	}
	const { code, note } = readReason(reason);
	if (note !== null) take('reason', note, uid);
	return { reasonCode: code, staying, personal };
}

/** SHA-256 of salt and value: text as is, otherwise canonical JSON. */
export function commitmentOf({ salt, value }: Pick<PersonalField, 'salt' | 'value'>): string {
	const text = typeof value === 'string' ? value : canonicalJson(value);
	return createHash('sha256').update(salt).update(text, 'utf8').digest('hex');
}

function isObject(value: unknown): value is Details {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
