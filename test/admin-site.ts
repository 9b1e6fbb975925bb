import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { eraseAccount } from '../server/account-deletion/delete-account.ts';
import { adminCalls, adminData } from '../server/admin/routes.ts';
import { adminUserCalls } from '../server/admin/user-calls.ts';
import type { IdentityDeps } from '../server/identity/create-identity.ts';
import type { CallHandlers } from '../server/lib/http/calls.ts';
import { bindData } from '../server/lib/http/data.ts';
import { createPostbackTaker } from '../server/offerwalls/take-postback.ts';
import { toWalls, type Wall } from '../server/offerwalls/wall.ts';
import { createWallChanges } from '../server/offerwalls/wall-changes.ts';
import type { TestDatabase } from './database.ts';
import { openSite, type Person, type Site, type SiteOptions } from './identity-site.ts';

export type AdminSite = Site & {
	/** Somebody who has just been made an admin. */
	admin(): Promise<Person>;
	/** As a client sees it: the answer's `result`, or the `error`. */
	ask(name: string, data: unknown, who: Person): Promise<unknown>;
	/** The answer of a data address. */
	read(address: string, who: Person): Promise<unknown>;
};

type AdminSiteOptions = SiteOptions & {
	walls?: Wall[];
	/** Opens the partners' door too. */
	partners?: (app: FastifyInstance, deps: IdentityDeps) => void;
	/** Calls of other features beside. */
	also?: (deps: IdentityDeps) => Partial<CallHandlers>;
};

/** A site with identity and the admin area. */
export function openAdminSite(
	database: TestDatabase,
	{ walls = [], partners, also, ...options }: AdminSiteOptions = {},
) {
	const site = openSite(database, {
		...options,
		extend(app, deps, identity) {
			const taker = createPostbackTaker({ ...deps, publish() {}, announceBan() {}, publicUrl: deps.config.publicUrl });
			app.addHook('onClose', () => taker.drain());
			const live = { publish() {}, subscribe: () => () => {} };
			const wallChanges = createWallChanges({ ...deps, live, walls });
			app.addHook('onClose', () => wallChanges.close());
			const { publicUrl } = deps.config;
			const adminDeps = {
				...deps,
				payoutCostOfThousand: 4.5,
				walls,
				wallChanges,
				live,
				publicUrl,
				postbacks: taker,
			};
			bindData(app, adminData(adminDeps), identity.authenticate);
			partners?.(app, deps);
			return {
				...adminCalls(adminDeps),
				...adminUserCalls({ ...adminDeps, publish() {}, eraseAccount }),
				...also?.(deps),
			};
		},
	}) as AdminSite;
	site.admin = async () => {
		const person = await site.signUp();
		await sql`update users set role = 'Admin' where uid = ${person.uid}`.execute(database.owner);
		return person;
	};
	site.ask = async (name, data, { accessToken }) => {
		const { result, error } = (await site.call(name, data, accessToken)).json();
		return result ?? error;
	};
	site.read = async (address, { accessToken }) =>
		(await site.get(address, { authorization: `Bearer ${accessToken}` })).json();
	return site;
}

/** One wall of the plainest kind. */
export function plainWall(changes: object = {}): Wall {
	const [wall] = toWalls([{ id: 'w', partner: 'wannads', name: 'Wall', secret: 'test-secret', ...changes }], 'test');
	return wall as Wall;
}
