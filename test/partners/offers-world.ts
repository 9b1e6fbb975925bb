import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { openWallet } from '../../server/ledger/wallet.ts';
import type { Clock } from '../../server/lib/clock-and-log.ts';
import type { Database } from '../../server/lib/db/database.ts';
import { bookEvents } from '../../server/offerwalls/booking/book-events.ts';
import type { EventItem, Hold } from '../../server/offerwalls/booking/event-item.ts';
import { type Catalogue, createCatalogue } from '../../server/offerwalls/catalogue/catalogue.ts';
import { createClickKeeper } from '../../server/offerwalls/catalogue/click-keeper.ts';
import { countOfferFigures } from '../../server/offerwalls/catalogue/count-figures.ts';
import { refreshFeeds } from '../../server/offerwalls/feeds/refresh-feeds.ts';
import type { OfferEvent } from '../../server/offerwalls/postbacks/postback.ts';
import { toWalls, type Wall } from '../../server/offerwalls/walls/wall.ts';
import { silentLog } from '../support/stubs.ts';

export function openOffersWorld(app: Database, owner: Database) {
	let nowMs = Date.UTC(2026, 5, 1);
	const clock = { now: () => nowMs };
	const entryOf = (id: string, placementID: string) => ({
		...{ id, partner: 'lootably', name: id === 'one' ? 'One' : 'Two', secret: 'a-long-enough-secret' },
		feed: { kind: 'lootably', apiKey: 'k', placementID },
	});
	const walls = toWalls([entryOf('one', 'p'), entryOf('two', 'q')], 'test');
	const shown: Record<string, readonly unknown[]> = { p: [], q: [] };
	const catalogue = stillCatalogue(app, clock, walls);
	const clicks = createClickKeeper({ db: app });
	const countries: Record<string, string> = { '192.0.2.1': 'NL', '192.0.2.2': 'US' };
	const findCountry = (address: string) => countries[address];
	const deps = { db: app, clock, catalogue, clicks, findCountry, isServed: (_ip: string) => true };

	return {
		deps,
		walls: walls as [Wall, Wall],
		clock,
		pass(ms: number) {
			nowMs += ms;
		},
		async fill(one: readonly unknown[], two: readonly unknown[] = []) {
			Object.assign(shown, { p: one, q: two });
			await sql`update feeds set next_at = 'epoch'`.execute(owner);
			await refreshFeeds({
				db: app,
				clock,
				log: silentLog,
				walls,
				publish: () => {},
				async sendRequest({ body }) {
					const offers = shown[(body as { placementID: string }).placementID];
					return { status: 200, headers: new Headers(), text: JSON.stringify({ success: true, data: { offers } }) };
				},
			});
			await catalogue.refresh();
		},
		async countFigures(config = { offerClaimsMaxPercent: 100, offerReversalsMaxPercent: 100 }) {
			await countOfferFigures({ db: app, clock, walls, publish: () => {}, config });
			await catalogue.refresh();
		},
		async person(year = 1990) {
			const uid = await insertAccount(owner, year);
			await sql`insert into users (uid, created_at) values (${uid}, now())`.execute(owner);
			await openWallet(app, uid);
			const userAgent = 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile';
			return { uid, actor: { uid }, ip: '192.0.2.1', userAgent };
		},
		notices: (uid: string, event: EventFields, hold?: Hold) =>
			bookEvents(app, [eventItem({ uid, wall: walls[0] as Wall, atMs: nowMs }, event, hold)]),
	};
}

export async function insertAccount(owner: Database, birthYear: number | null): Promise<string> {
	const uid = randomUUID();
	await sql`
		insert into auth_user (id, name, email, email_verified, birth_year)
		values (${uid}, 'Person', ${`${uid}@example.com`}, true, ${birthYear})
	`.execute(owner);
	return uid;
}

export function stillCatalogue(db: Database, clock: Clock, walls: readonly Wall[]): Catalogue {
	const catalogue = createCatalogue({ db, clock, live: { subscribe: () => () => {} }, log: silentLog, walls });
	catalogue.close();
	return catalogue;
}

type EventFields = Partial<OfferEvent> & { transactionId: string };

export function eventItem(
	{ uid, wall, atMs }: { uid: string; wall: Wall; atMs: number },
	event: EventFields,
	hold?: Hold,
): EventItem {
	const money = { reward: asRobuxCents(1_000), payout: asUsdMicros(100_000) };
	return {
		wall,
		holdOf: () => hold,
		received: { atMs, wall: wall.id, ip: '192.0.2.9', request: 'GET /' },
		event: { kind: 'credit', wall: wall.id, uid, ...money, ...event },
	};
}
