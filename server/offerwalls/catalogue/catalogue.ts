import type { RobuxCents } from '../../../contract/money.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { Database, DbDeps } from '../../lib/db/database.ts';
import { followChanges, type LiveHub } from '../../lib/live-hub.ts';
import { standingOf } from '../feeds/feed-to-wire.ts';
import { OFFERS_CHANGED } from '../feeds/refresh-feeds.ts';
import { boostAt, rateAt } from '../terms/terms.ts';
import type { Wall } from '../walls/wall.ts';
import { type CatalogueOffer, offerAt, toCatalogueOffer } from './catalogue-offer.ts';
import { indexOffers, type OfferIndex, remember, type Wanted } from './offer-index.ts';
import { selectCatalogue, selectVersions, selectWallFigures, selectWallPictures } from './store-catalogue.ts';

const LOOK_AGAIN_MS = 5_000;

/** Each index takes about 5 MB; the oldest is evicted. */
const INDEXES_MAX = 16;

export type Visitor = {
	age: number;
	/** If undefined, only offers open to all countries are shown. */
	country: string | undefined;
	isServed: boolean;
};

export type Catalogue = ReturnType<typeof createCatalogue>;

type FromWall = { wall: Wall; version: number; fetchedMs: number; offers: CatalogueOffer[] };
type CatalogueDeps = DbDeps & { live: Pick<LiveHub, 'subscribe'>; log: Log; walls: readonly Wall[] };

export function createCatalogue({ db, clock, live, log, walls }: CatalogueDeps) {
	const read = new Map<string, FromWall>();
	let stored: CatalogueOffer[] = [];
	const indexes = new Map<string, OfferIndex>();
	let reached = new Map<string, RobuxCents>();
	let pictures = new Map<string, string>();
	let refreshing: Promise<void> | undefined;

	async function readChanges(): Promise<void> {
		const isChanged = await readChangedWalls(db, walls, read);
		if (isChanged) {
			stored = [...read.values()].flatMap(({ offers }) => offers);
			indexes.clear();
		}
		reached = await selectWallFigures(db);
		const sources = walls.flatMap(({ picture }) => picture ?? []);
		if (sources.length > 0) pictures = await selectWallPictures(db, sources);
	}

	function indexFor({ country }: Visitor): OfferIndex {
		const moment = { atMs: clock.now(), country };
		const percentOf = (wall: Wall) => boostAt(wall, moment.atMs)?.percent ?? 0;
		const key = walls.map((wall) => `${wall.id}:${rateAt(wall, moment)?.rateCents}+${percentOf(wall)}`).join();
		return remember(indexes, key, INDEXES_MAX, () =>
			indexOffers(stored, { offerOf: (offer) => offerAt(offer, moment), percentOf }),
		);
	}

	function isOn(wall: Wall, { age }: Visitor): boolean {
		const from = read.get(wall.id);
		// A changed wall is a new object whose offers are not read yet.
		if (!from || !walls.includes(wall) || !wall.enabled || !wall.feed || wall.minAge > age) return false;
		return standingOf(wall.feed, from.fetchedMs, clock.now()).state !== 'hidden';
	}

	function refresh(): Promise<void> {
		refreshing ??= readChanges().finally(() => {
			refreshing = undefined;
		});
		return refreshing;
	}

	const every = { everyMs: LOOK_AGAIN_MS, what: 'the offers' };
	const { look, close } = followChanges({ live, log, name: OFFERS_CHANGED, ...every, refresh });
	return {
		refresh,
		look,
		isOpenTo,
		list(visitor: Visitor, wanted: Wanted) {
			if (!visitor.isServed) return [];
			const on = new Set(walls.filter((wall) => isOn(wall, visitor)));
			const name = `${visitor.country} ${[...on].map(({ id }) => id)}`;
			const isOpen = (offer: CatalogueOffer) => on.has(offer.wall) && isOpenTo(visitor, offer);
			return indexFor(visitor).list({ name, country: visitor.country, isOpen }, wanted);
		},
		/** Also finds hidden offers and those that are not open in the visitor's country. */
		find(visitor: Visitor, id: string) {
			const offer = indexFor(visitor).find(id);
			return offer && isOn(offer.wall, visitor) ? offer : undefined;
		},
		listLimited: () =>
			stored.filter(({ completeWithinMs, steps }) => completeWithinMs || steps.some((step) => step.completeWithinMs)),
		/** Ignores who may see the offer, because the step was paid. */
		findStep({ wall, key, goal }: { wall: string; key: string; goal: string }) {
			const offer = read.get(wall)?.offers.find((one) => one.key === key);
			const step = offer?.steps.find(({ id }) => id === goal);
			return offer && step && { id: step.id, title: step.title, offer_id: offer.id };
		},
		/** `reaches` is a typical high credit, for walls without a feed. */
		ofWall(visitor: Visitor, wall: Wall) {
			const offers = isOn(wall, visitor) ? indexFor(visitor).of(wall) : [];
			return {
				picture: wall.picture && pictures.get(wall.picture),
				offers: offers.filter((offer) => isOpenTo(visitor, offer)),
				reaches: reached.get(wall.id),
			};
		},
		close,
	};
}

async function readChangedWalls(db: Database, walls: readonly Wall[], read: Map<string, FromWall>): Promise<boolean> {
	const versions = new Map((await selectVersions(db)).map((one) => [one.wall, one]));
	let isChanged = false;
	const there = new Set(walls.map(({ id }) => id));
	for (const id of read.keys()) if (!there.has(id)) isChanged = read.delete(id);
	// Copies the list, because the walls may change meanwhile.
	for (const wall of [...walls]) {
		const now = wall.feed && versions.get(wall.id);
		if (!now?.fetchedAt) continue;
		const fetchedMs = now.fetchedAt.getTime();
		const before = read.get(wall.id);
		if (before?.version === now.version && before.wall === wall) {
			before.fetchedMs = fetchedMs;
			continue;
		}
		const stored = await selectCatalogue(db, wall.id);
		const offers = stored.map((one) => toCatalogueOffer(wall, one)).filter(({ reward }) => reward > 0);
		read.set(wall.id, { wall, version: now.version, fetchedMs, offers });
		isChanged = true;
	}
	return isChanged;
}

function isOpenTo({ country, isServed }: Visitor, { wall, countries, isHidden }: CatalogueOffer): boolean {
	return isServed && !isHidden && isAmong(countries, country) && isAmong(wall.countries, country);
}

/** An empty list means all countries. */
export function isAmong(countries: readonly string[], country: string | undefined): boolean {
	return countries.length === 0 || (country !== undefined && countries.includes(country));
}
