import { expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type Address, endpoints } from '../../contract/endpoints.ts';
import { isAllowed, type Permission } from '../../contract/permissions.ts';
import { createWebSession } from '../../server/accounts/hand-off/web-sessions.ts';
import { openTestProduct } from '../sites/product.ts';
import { everyCondition, outcomeOf, type Person, peopleOf, staff, type Visitor } from './access-people.ts';

export type Outcome = string | number;
export type Outcomes = Partial<Record<Visitor, Outcome>>;
export type Other = () => Promise<Person>;
type Payload = unknown | ((person: Person, other: Other) => unknown);
/** `served` is the outcome for permitted callers; conditions list deviations. */
export type Row = Outcomes & { data?: Payload; served?: Outcome; path?: string };

export const each = (conditions: readonly Visitor[], outcome: Outcome): Outcomes =>
	Object.fromEntries(conditions.map((condition) => [condition, outcome]));

export const withoutSession: readonly Visitor[] = ['anonymous', 'signedOut', 'expired', 'deleted'];
const barred: Outcomes = { banned: 'banned', ageless: 'age-unknown' };
const atCalls = { ...each(withoutSession, 'UNAUTHENTICATED'), ...barred };

type Guarded = Pick<Endpoint, 'access'> & { permission?: Permission | undefined; reads?: boolean };

/** Refusals by access level; all other callers are served. */
export const refusedBy: Record<Endpoint['access'], Outcomes> = {
	open: {},
	anonymous: { ...each(['signedOut', 'expired', 'deleted'], 'UNAUTHENTICATED'), ...barred },
	user: atCalls,
	thread: atCalls,
	owner: { ...atCalls, ...each(['other', 'otherAdmin'], 'PERMISSION_DENIED') },
	admin: {
		...atCalls,
		...each(['user', 'other', 'stale', 'paused'], 'PERMISSION_DENIED'),
		adminWithoutCode: 'totp-required',
		adminWithoutTotp: 'totp-not-set-up',
	},
	session: { ...each([...withoutSession, 'banned'], 'auth/user-token-expired'), ageless: 'auth/age-required' },
};

/** Calls every endpoint under every condition; rows define payloads and deviations. */
export function openAccessTable() {
	const { product, database } = openTestProduct({ env: { REQUIRE_ADMIN_TOTP: 'on' } });
	const people = peopleOf(product, database);

	const known = new Map<Visitor, Promise<Person>>();

	function sameAsBefore(condition: Visitor): Promise<Person> {
		const person = known.get(condition) ?? people.make(condition);
		known.set(condition, person);
		return person;
	}

	async function handOffCode(): Promise<string> {
		const { deps } = product();
		const { uid, sessionId } = await people.make('user');
		return (await createWebSession({ ...deps, publicUrl: product().url }, undefined, { actor: { uid, sessionId } }))
			.token;
	}

	async function compare(
		{ access, permission, reads = false }: Guarded,
		row: Row,
		call: (person: Person, data: unknown) => Promise<Response>,
		whose: readonly Visitor[] = permission ? [...everyCondition, ...staff] : everyCondition,
	) {
		const denied = staff.filter((role) => permission && !isAllowed(role, permission));
		const refused = { ...refusedBy[access], ...each(denied, 'role-may-not') };
		const probe = async (condition: Visitor) => {
			const isServed = row[condition] !== undefined || refused[condition] === undefined;
			const choose = isServed && !reads ? people.make : sameAsBefore;
			const person = await choose(condition);
			const other = () => choose('user');
			const subject = condition.startsWith('other') ? { ...(await other()), ...credentialsOf(person) } : person;
			const data = typeof row.data === 'function' ? await row.data(subject, other) : row.data;
			return [condition, await outcomeOf(await call(subject, data))] as const;
		};
		const answered: Outcomes = {};
		for (let start = 0; start < whose.length; start += 5) {
			const some = await Promise.all(whose.slice(start, start + 5).map(probe));
			Object.assign(answered, Object.fromEntries(some));
		}
		const outcomeFor = (who: Visitor) => row[who] ?? refused[who] ?? row.served ?? 200;
		expect(answered).toEqual(Object.fromEntries(whose.map((who) => [who, outcomeFor(who)])));
	}

	function compareAll(those: RegExp, rows: Partial<Record<Address, Row>>): void {
		const described = Object.entries<Endpoint>(endpoints).filter(([address]) => those.test(address));
		test.each(described)('%s', async (address, { access, permission }) => {
			const [method = '', pattern = ''] = address.split(' ');
			const row = rows[address as Address] ?? {};
			const parameters = { file: 'actions.csv' };
			const needed = typeof permission === 'function' ? permission(parameters) : permission;
			await compare(
				{ access, permission: needed, reads: method === 'GET' },
				row,
				({ uid, atAuth, elsewhere }, data) => {
					const path = row.path ?? pattern.replace('{uid}', uid);
					return send(method, path, path.startsWith('/auth/') ? atAuth : elsewhere, data);
				},
			);
		});
	}

	function send(method: string, path: string, headers: Record<string, string>, body: unknown): Promise<Response> {
		const init = { method, headers, redirect: 'manual' as const };
		if (body === undefined) return fetch(product().url + path, init);
		const json = { ...headers, 'content-type': 'application/json' };
		return fetch(product().url + path, { ...init, headers: json, body: JSON.stringify(body) });
	}

	return { product, people, handOffCode, compare, compareAll, send };
}

export const otherPerson = async (_: Person, other: Other) => ({ uid: (await other()).uid });

export const aboutOther = async (person: Person, other: Other) => ({
	...(await otherPerson(person, other)),
	reason: 'We look into it.',
});

const credentialsOf = ({ atAuth, elsewhere }: Person) => ({ atAuth, elsewhere });
