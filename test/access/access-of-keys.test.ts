import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { calls } from '../../contract/calls.ts';
import { keyNeedsOf, keyPermissions } from '../../contract/connect/key-access.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Permission } from '../../contract/permissions.ts';
import { makeKey } from '../../server/accounts/machine-keys/machine-keys.ts';
import { insertKey } from '../../server/accounts/machine-keys/store-keys.ts';
import { inTransaction } from '../../server/lib/db/database.ts';
import { bearer } from '../sites/json-client.ts';
import { outcomeOf } from './access-people.ts';
import { openAccessTable } from './access-table.ts';

const { product, people, send } = openAccessTable();

type Kind = { permissions: Permission[]; personalData: boolean };
const kinds: readonly Kind[] = [
	...keyPermissions.map((one) => ({ permissions: [one], personalData: true })),
	{ permissions: keyPermissions, personalData: false },
];
const keys = new Map<Kind, Promise<string>>();

async function make(kind: Kind): Promise<string> {
	const [{ uid: createdBy }, { key, hash }] = [await people.make('admin'), makeKey()];
	const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
	const row = { ...kind, id: randomUUID(), name: 'Bot', addresses: [] };
	await inTransaction(product().deps.db, (tx) => insertKey(tx, { ...row, hash, createdBy, createdAt, expiresAt }));
	return key;
}

const guarded = Object.entries<Endpoint>(endpoints).filter(
	([address, { access }]) => access !== 'open' && access !== 'session' && !address.includes(' /auth/'),
);

test.each(guarded)('%s is reached only by keys with its permission to read or export', async (address, endpoint) => {
	const [method = '', pattern = ''] = address.split(' ');
	const { permission } = endpoint;
	const needed = typeof permission === 'function' ? permission({ file: 'users.csv' }) : permission;
	const isReadable = /^(read|export)-/.test(needed ?? '') && !/Search$|View/.test(address);
	const isPersonal = keyNeedsOf(address, endpoint, pattern.includes('{file}') ? { file: 'users.csv' } : {})?.isPersonal;
	const path = pattern.replace('{uid}', randomUUID()).replace('{file}', 'users.csv').replace('{position}', '1');
	const outcomes = kinds.map(async (kind) => {
		const key = keys.get(kind) ?? make(kind);
		keys.set(kind, key);
		const body = method === 'GET' ? undefined : { data: {} };
		return (await outcomeOf(await send(method, path, bearer(await key), body))) !== 'key-may-not';
	});
	const reached = ({ permissions, personalData }: Kind) =>
		isReadable && permissions.some((one) => one === needed) && (personalData || !isPersonal);
	expect(await Promise.all(outcomes)).toEqual(kinds.map(reached));
});

test('calls that keys reach without the flag return no names, addresses or texts of people', () => {
	const PERSONAL = /email|user|proposer|taker|birth|device|subject|^(ip|uid|by|text|note|facts)$/;
	function fieldsOf(schema: z.ZodType): string[] {
		const fields: string[] = [];
		JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), (key, value) => {
			if (key === 'properties') fields.push(...Object.keys(value));
			return value;
		});
		return fields;
	}
	const found = Object.entries(calls).flatMap(([name, call]) => {
		const needs = keyNeedsOf(`POST /api/${name}`, call);
		if (!needs || needs.isPersonal) return [];
		return fieldsOf(call.output)
			.filter((field) => PERSONAL.test(field))
			.map((field) => `${name} ${field}`);
	});
	expect(found.sort()).toEqual(['adminGetBusiness users']);
});
