import { sql } from 'kysely';
import { type Database, inTransaction } from '../../../server/lib/db/database.ts';
import type { FeedOffer } from '../../../server/offerwalls/feeds/feed.ts';
import { replaceOffers, updateFetched } from '../../../server/offerwalls/feeds/store-feeds.ts';

const WALLS = 8;
const CATEGORIES = ['game', 'game', 'survey', 'app', 'quiz', 'shop', 'other'] as const;
const DEVICES = [['android'], ['ios'], ['android', 'ios'], ['desktop'], ['android', 'ios', 'desktop']] as const;
const COUNTRIES = [[], [], ['NL'], ['NL', 'DE', 'BE'], ['US'], ['US', 'CA', 'GB']];
const SUMMARY =
	'Install it, open it, and play until you are there. New players only; what you buy in it does not count. ';

/** As `OFFERWALLS_FILE` has them. */
export const wallEntries = Array.from({ length: WALLS }, (_, n) => ({
	...{ id: `bench-${n}`, partner: 'lootably', name: `Bench ${n}`, secret: `a-long-enough-secret-${n}` },
	...{ rate: 80, feed: { kind: 'lootably', apiKey: 'bench', placementID: `${n}` } },
}));

/**
 * So many offers, evenly on eight walls: one in ten is at two of them. Three walls have a boost, two a rate of a country.
 * All of a moment ago, as their feeds would leave them, with what clicks came to.
 */
export async function fillOffers(owner: Database, count: number): Promise<void> {
	const atMs = Date.now();
	for (const [n, { id }] of wallEntries.entries()) {
		const offers = Array.from({ length: count / WALLS }, (_, k) => offerOf(n, k));
		const fetched = { offers: offers.length, skipped: 0, skippedWhy: undefined, digest: id };
		await sql`insert into feeds (wall, next_at) values (${id}, now() + interval '1 day')`.execute(owner);
		await inTransaction(owner, async (tx) => {
			await replaceOffers(tx, id, { offers, atMs });
			await updateFetched(tx, id, { fetched, atMs, nextMs: atMs + 86_400_000, isChanged: true });
		});
	}
	await sql`
		insert into offer_figures (wall, key, clicks, completed, earned, credits, taken_back, minutes)
		select wall, key, 50 + n % 900, 5 + n % 40, 100 * (n % 700), 5 + n % 40, n % 3, case when n % 3 > 0 then 1 + n % 4000 end
		from (select wall, key, row_number() over (order by id)::int as n from offers) o
	`.execute(owner);
	await sql`
		insert into wall_boosts (wall, percent, from_at, until_at, set_at)
		select 'bench-' || n, 10 * n, now() - interval '1 hour', now() + interval '1 day', now() from generate_series(1, 3) n
	`.execute(owner);
	await sql`
		insert into wall_rates (wall, country, rate, from_at, set_at)
		select 'bench-' || n, 'NL', 9000, now() - interval '1 hour', now() from generate_series(4, 5) n
	`.execute(owner);
}

function offerOf(wall: number, k: number): FeedOffer {
	const seed = k * 8 + wall;
	// Of each ten the first is what the neighbouring wall has too.
	const shared = k % 10 === 0 ? `com.bench.shared${(wall >> 1) * 10_000 + k}` : undefined;
	const goals = 1 + (seed % 6);
	return {
		key: `${seed}`,
		title: `${shared ?? `Bench game ${seed}`}: level ${seed % 90}`,
		summary: SUMMARY.repeat(1 + (seed % 4)),
		requirements: [],
		link: `https://track.example/o/${seed}?u={userID}`,
		picture: `https://pictures.example/${seed}.png`,
		countries: COUNTRIES[seed % COUNTRIES.length] ?? [],
		devices: [...(DEVICES[seed % DEVICES.length] ?? [])],
		category: CATEGORIES[seed % CATEGORIES.length] ?? 'other',
		...(shared ? { store: shared } : {}),
		steps: Array.from({ length: goals }, (_, n) => ({
			...{ id: `${seed}-${n}`, title: `Reach level ${n * 10 + 10}` },
			...{ payoutMicros: (seed % 900) * 10_000 + 50_000, rewardCents: (seed % 900) * 80 + 400 },
		})),
	};
}
