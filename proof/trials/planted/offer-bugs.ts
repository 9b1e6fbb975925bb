import { type Bug, inFolder } from './bug.ts';

const bug = inFolder('server/offerwalls');

/** Of offers, clicks, rates and boosts. */
export const offerBugs: readonly Bug[] = [
	bug('of two offers of one wall one is hidden', 'catalogue/find-rivals.ts', 'catalogue/get-offers.test.ts', {
		from: '.filter(({ wall }) => wall !== offer.wall)',
		to: '',
	}),
	bug('the rate of arrival is booked, not that of the click', 'booking/reckon.ts', 'catalogue/offer-terms.test.ts', {
		from: 'const moment = click ?? { atMs: received.atMs };',
		to: 'const moment = { ...click, atMs: received.atMs };',
	}),
	bug('a rate of one country is that of all', 'terms/terms.ts', 'catalogue/offer-terms.test.ts', {
		from: 'one.country === country && ',
		to: '',
	}),
	bug('a boost goes on after its end', 'terms/terms.ts', 'catalogue/offer-terms.test.ts', {
		from: 'row.percent > 0 && atMs < row.untilMs',
		to: 'row.percent > 0',
	}),
	bug('a click on another offer brings its terms', 'catalogue/store-clicks.ts', 'catalogue/offer-terms.test.ts', {
		from: ' and offer_key = coalesce(k.key, offer_key)',
		to: '',
	}),
	bug('a click is answered before its commit', 'catalogue/click-keeper.ts', 'catalogue/open-offer.test.ts', {
		from: 'await insertClicks(db, items);',
		to: 'insertClicks(db, items).catch(() => {});',
	}),
	bug('clicks stay when their account goes', 'catalogue/store-clicks.ts', 'catalogue/open-offer.test.ts', {
		from: 'await sql`delete from clicks where uid = ${uid}`.execute(tx);',
		to: '',
	}),
	bug('what a feed said long ago is shown', 'catalogue/catalogue.ts', 'feeds/refresh-feeds.test.ts', {
		from: "standingOf(wall.feed, from.fetchedMs, clock.now()).state !== 'hidden'",
		to: 'standingOf(wall.feed, from.fetchedMs, clock.now()).state !== undefined',
	}),
	bug('one bad offer spoils its feed', 'feeds/ask-feed.ts', 'feeds/refresh-feeds.test.ts', {
		from: 'if (!(error instanceof UnreadableOffer)) throw error;',
		to: 'throw error;',
	}),
	bug('a picture is fetched from our own network', 'pictures/fetch-pictures.ts', 'pictures/fetch-pictures.test.ts', {
		from: 'isPublicOnly: !isTrusted',
		to: 'isPublicOnly: false',
	}),
	bug('the order is that of the rates in the file', 'catalogue/offer-index.ts', 'catalogue/get-offers.test.ts', {
		from: '({ ...offerOf(one) })',
		to: '({ ...one })',
	}),
	bug('one person’s luck is promised to everybody', 'catalogue/count-figures.ts', 'walls/get-offerwalls.test.ts', {
		from: ' and count(distinct uid) >= ${PEOPLE_FOR_BEST}',
		to: '',
	}),
];
