import { pick, randomFrom } from '../pictures/palette.ts';

export type FeedName = 'lootably' | 'adgate';
export type Kind = 'game' | 'survey' | 'app' | 'quiz' | 'shop';
export type Goal = { id: string; title: string; reward: number };
export type FeedOffer = {
	id: string;
	feed: FeedName;
	kind: Kind;
	name: string;
	text: string;
	requirements: string;
	/** ISO codes of countries; empty means everywhere. */
	countries: readonly string[];
	devices: readonly ('android' | 'ios' | 'desktop')[];
	store: string | undefined;
	goals: readonly Goal[];
};

/** Some offers are in both feeds, because partners resell each other's offers. */
const COUNT = { lootably: 160, adgate: 110 } as const;
const IN_BOTH = 12;
/** These never change, so that a tour finds them. */
const STEADY = 24;
const CHANGES_EVERY_MS = 10 * 60_000;

/** Fictional: no real brands, shops or games. */
const places = 'Amber,Copper,Harbour,Lantern,Meadow,Orchard,Pebble,River,Saffron,Tundra,Willow,Zephyr'.split(',');
const things: Record<Kind, readonly string[]> = {
	game: ['Farm', 'Tiles', 'Fleet', 'Miners', 'Kitchen', 'Kingdom', 'Racers', 'Words', 'Castle', 'Garden'],
	survey: ['breakfast habits', 'commuting', 'sleep', 'music', 'pets', 'the weather', 'holidays', 'the garden'],
	app: ['Budget', 'Steps', 'Recipes', 'Notes', 'Podcasts', 'Language', 'Sleep diary', 'Weather'],
	quiz: ['geography', 'flags', 'animals', 'space', 'old films', 'spelling'],
	shop: ['Stationery', 'Tea', 'Bicycle', 'Candle', 'Plant', 'Board game'],
};
const kinds: readonly Kind[] = ['game', 'game', 'game', 'survey', 'survey', 'app', 'app', 'quiz', 'shop'];
const phones = [['android'], ['ios'], ['android', 'ios'], ['android', 'ios']] as const;
const regions = [
	['NL', 'DE', 'AT', 'BE'],
	['US', 'CA', 'GB'],
	['FR', 'ES', 'IT'],
] as const;

const all: Record<FeedName, readonly FeedOffer[]> = {
	lootably: Array.from({ length: COUNT.lootably }, (_, n) => invent('lootably', n)),
	adgate: Array.from({ length: COUNT.adgate }, (_, n) => invent('adgate', n)),
};

export function offersOf(feed: FeedName, nowMs: number): FeedOffer[] {
	const hour = Math.floor(nowMs / CHANGES_EVERY_MS);
	return all[feed].flatMap((offer, n) => {
		if (n < STEADY) return [offer];
		if ((n * 7 + hour) % 23 === 0) return [];
		if ((n + hour) % 17 !== 0) return [offer];
		return [{ ...offer, goals: offer.goals.map((goal) => ({ ...goal, reward: Math.round(goal.reward * 1.1) })) }];
	});
}

export const steadyOffers = (): FeedOffer[] => [...all.lootably.slice(0, STEADY), ...all.adgate.slice(0, STEADY)];

/** Also finds offers that have left their feed, so that users can finish them. */
export function findFeedOffer(id: string, nowMs: number): FeedOffer | undefined {
	const now = [...offersOf('lootably', nowMs), ...offersOf('adgate', nowMs)];
	return [...now, ...all.lootably, ...all.adgate].find((offer) => offer.id === id);
}

function invent(feed: FeedName, n: number): FeedOffer {
	const isShared = n < IN_BOTH;
	const random = randomFrom((isShared ? 0 : feed === 'lootably' ? 1_000 : 50_000) + n);
	const kind = isShared ? 'game' : pick(random, kinds);
	const thing = pick(random, things[kind]);
	const place = isShared ? (places[n] as string) : pick(random, places);
	const isEverywhere = n < STEADY || random() < 0.7;
	const base = Math.round(10 + random() * 90);
	const id = feed === 'lootably' ? `sb-${n + 1}` : String(7_000 + n);
	const name = nameOf(kind, `${place}`, thing, n);
	return {
		id,
		feed,
		kind,
		name,
		text: textOf(kind, thing),
		requirements: kind === 'game' || kind === 'app' ? 'New players only. Finish within 30 days.' : 'Once a person.',
		countries: isEverywhere ? [] : pick(random, regions),
		devices: kind === 'game' || kind === 'app' ? pick(random, phones) : ['android', 'ios', 'desktop'],
		store: kind === 'game' || kind === 'app' ? `example.sandbox.${name.toLowerCase().replace(/\W+/g, '')}` : undefined,
		goals: goalsOf(kind, id, isShared && feed === 'adgate' ? Math.round(base * 0.8) : base),
	};
}

function nameOf(kind: Kind, place: string, thing: string, n: number): string {
	if (kind === 'survey') return `Survey no. ${n + 1}: ${thing}`;
	if (kind === 'quiz') return `${place} quiz: ${thing}`;
	return kind === 'shop' ? `${place} ${thing} Shop` : `${place} ${thing}`;
}

function textOf(kind: Kind, thing: string): string {
	return {
		game: 'Install the game, play, and reach the levels below.',
		survey: `Answer some questions about ${thing}.`,
		app: 'Install the app and use it for a week.',
		quiz: 'Answer twenty questions and leave your opinion.',
		shop: 'Order something for the first time.',
	}[kind];
}

function goalsOf(kind: Kind, id: string, base: number): Goal[] {
	const titles: readonly string[] = {
		game: ['Open the game for the first time', 'Reach level 10', 'Reach level 30'],
		app: ['Open the app', 'Use it on seven days'],
		survey: ['Finish the survey'],
		quiz: ['Finish the quiz'],
		shop: ['Place the first order'],
	}[kind];
	const shares = kind === 'game' ? [0.2, 1.5, 6] : kind === 'app' ? [0.3, 1.7] : kind === 'shop' ? [5] : [0.4];
	return titles.map((title, n) => ({
		id: `${id.replace(/\D/g, '')}${n + 1}`,
		title,
		reward: Math.max(1, Math.round(base * (shares[n] ?? 1))),
	}));
}
