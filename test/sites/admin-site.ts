import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { TestDatabase } from '../support/database.ts';
import { openSite, type Person, type Site, type SiteOptions } from './identity-site.ts';

export type AdminSite = Site & {
	admin(): Promise<Person>;
	callAs(name: string, data: unknown, who: Person): Promise<unknown>;
	/** Reads all pages of a list. */
	allOf<Row>(name: string, request: object, who: Person): Promise<Row[]>;
	read(address: string, who: Person): Promise<unknown>;
};

export function openAdminSite(database: TestDatabase, options: SiteOptions = {}): AdminSite {
	const site = openSite(database, options) as AdminSite;
	site.admin = async () => {
		const user = await site.signUp();
		await sql`update users set role = 'Admin' where uid = ${user.uid}`.execute(database.owner);
		return user;
	};
	site.callAs = async (name, data, { accessToken }) => {
		const { result, error } = (await site.call(name, data, accessToken)).json();
		return result ?? error;
	};
	site.allOf = async <Row>(name: string, request: object, who: Person) => {
		const rows: Row[] = [];
		let cursor: string | null = null;
		do {
			const page = (await site.callAs(name, { ...request, cursor }, who)) as Page<Row>;
			expect(page, name).toHaveProperty('items');
			rows.push(...page.items);
			cursor = page.nextCursor;
		} while (cursor !== null && rows.length < 5_000);
		return rows;
	};
	site.read = async (address, { accessToken }) =>
		(await site.get(address, { authorization: `Bearer ${accessToken}` })).json();
	return site;
}

/** The admin exists once the tests run. */
export function openAdmin(site: AdminSite): Person {
	const admin = {} as Person;
	beforeAll(async () => void Object.assign(admin, await site.admin()));
	return admin;
}

export function plainWall(changes: object = {}) {
	return { id: 'w', partner: 'wannads', name: 'Wall', secret: 'test-secret', ...changes };
}
