import { sql } from 'kysely';
import type { TestDatabase } from '../support/database.ts';
import { openSite, type Person, type Site, type SiteOptions } from './identity-site.ts';

export type AdminSite = Site & {
	admin(): Promise<Person>;
	callAs(name: string, data: unknown, who: Person): Promise<unknown>;
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
	site.read = async (address, { accessToken }) =>
		(await site.get(address, { authorization: `Bearer ${accessToken}` })).json();
	return site;
}

export function plainWall(changes: object = {}) {
	return { id: 'w', partner: 'wannads', name: 'Wall', secret: 'test-secret', ...changes };
}
