import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Dependencies } from '../../server/app/dependencies.ts';
import { findWallet } from '../../server/ledger/wallet.ts';
import { type Clock, systemClock } from '../../server/lib/clock-and-log.ts';
import { cellsOf } from '../../server/lib/db/database.ts';
import { getOfferHistory } from '../../server/offerwalls/history/get-offer-history.ts';
import { type Fields, type Fixture, fixtures } from '../../server/offerwalls/partners/documented/postbacks.ts';
import { toWalls } from '../../server/offerwalls/walls/wall.ts';
import { startSite } from '../sites/identity-site.ts';
import { newWallet, type TestDatabase } from '../support/database.ts';

const secretOf = (wallId: string) => `test-secret-of-${wallId}`;
export const PUBLIC_URL = 'https://rewards.example';
export const PATH_KEY = 'a-long-secret-path-key';
export const PARTNER_IP = '203.0.113.50';

export type Signed = { partner: string; fields: Fields; headers: Fields };

type Walls = { clock?: Clock; more?: object; isOfDatabase?: boolean };

/** Starts a server with all partners' walls behind a proxy; the partner's address is in a header. */
export async function openWalls(database: TestDatabase, options: Walls = {}) {
	const play = prepareWalls(database, options);
	await play.start();
	return play;
}

export function useWalls(database: TestDatabase, options: Walls = {}) {
	const play = prepareWalls(database, options);
	beforeAll(play.start);
	afterAll(() => play.server.close());
	return play;
}

function prepareWalls(database: TestDatabase, { clock = systemClock, more = {}, isOfDatabase = false }: Walls) {
	const walls = toWalls(wallEntries(more), 'test');
	const env = { PUBLIC_URL, TRUSTED_PROXIES: 'loopback' };
	let site: Awaited<ReturnType<typeof startSite>>;

	async function send(
		{ partner, fields, headers }: Signed,
		edit: (text: string) => string = (text) => text,
		{ path = pathOf(partner), ip = PARTNER_IP }: { path?: string; ip?: string } = {},
	) {
		const arrival = fixtures[partner]?.arrival;
		const from = { 'x-forwarded-for': ip, ...headers };
		const text = arrival === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
		const type = arrival === 'json' ? 'application/json' : FORM;
		const posted = {
			method: 'POST',
			url: path,
			headers: { ...from, 'content-type': type },
			payload: edit(text),
		} as const;
		const answer = await site.app.inject(arrival ? posted : { url: `${path}?${edit(text)}`, headers: from });
		return { status: answer.statusCode, body: answer.body };
	}

	return {
		walls,
		async start(): Promise<void> {
			// In memory, because sites with other walls share the database.
			const find = (id: string) => walls.find((wall) => wall.id === id);
			const replace = ({ wallChanges }: Dependencies) => ({ walls, wallChanges: { ...wallChanges, find } });
			site = await startSite(database, { clock, env, ...(!isOfDatabase && { replace }) });
		},
		get server() {
			return site;
		},
		banned: () => site.warnings.flatMap(({ uid }) => (typeof uid === 'string' ? [uid] : [])),
		send,
		user: () => newWallet(database.app),
		balanceOf: async (uid: string) => (await findWallet(database.app, uid))?.balance,
		pendingOf: async (uid: string) => (await findWallet(database.app, uid))?.pending,
		async historyOf(uid: string) {
			const { items } = await getOfferHistory({ db: database.app, walls }, uid, { limit: 100, cursor: undefined });
			return items;
		},
		async outcomesOf(uid: string): Promise<string[]> {
			return cellsOf<string>(database.owner)`
				select outcome from callbacks where uid = ${uid} order by id
			`;
		},
	};
}

const FORM = 'application/x-www-form-urlencoded';

export function wallEntries(more: object = {}, { formats = false } = {}): object[] {
	return Object.entries(fixtures).flatMap(([partner, fixture]) => {
		const override = formats && fixture.formats ? { override: { formats: fixture.formats } } : {};
		const entry = { ...entryOf(partner, fixture, more), ...override };
		if (fixture.entry?.pathKey) return [entry];
		const id = `${partner}-keyed`;
		return [entry, { ...entry, id, secret: secretOf(id), name: `The keyed ${partner} wall`, pathKey: PATH_KEY }];
	});
}

function entryOf(partner: string, { entry = {}, rate }: Fixture, more: object) {
	const { pathKey, ...wallParams } = entry;
	return {
		id: partner,
		partner,
		name: `The ${partner} wall`,
		secret: secretOf(partner),
		...(pathKey ? { pathKey, allowedIps: [PARTNER_IP] } : {}),
		wallParams,
		...(rate === undefined ? {} : { rate }),
		...more,
	};
}

export function pathOf(partner: string): string {
	const pathKey = fixtures[partner]?.entry?.pathKey;
	return `/postback/${partner}${pathKey ? `/${pathKey}` : ''}`;
}

export function signed(
	partner: string,
	uid: string,
	tx: string,
	changes: Fields = {},
	{ wall = partner, path = pathOf(partner) }: { wall?: string; path?: string } = {},
): Signed {
	const fixture = fixtures[partner] as Fixture;
	const fields = Object.fromEntries(
		Object.entries({ ...fixture.credit, ...changes }).map(([name, value]) => [
			name,
			value.replace('{uid}', uid).replace('{tx}', tx).replace('{new}', randomUUID()),
		]),
	);
	const { headers = {}, fields: all } = fixture.sign(fields, secretOf(wall), PUBLIC_URL + path);
	return { partner, fields: all, headers };
}

/** Signs these fields of a postback with the partner's recipe. */
export function signedQuery(partner: string, secret: string, given: Fields): string {
	const { fields } = (fixtures[partner] as Fixture).sign(given, secret, '');
	return new URLSearchParams(fields).toString();
}
