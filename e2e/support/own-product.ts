import { openDatabaseOf } from './database.ts';
import { holdPayments } from './earner.ts';
import { test as journey } from './journey.ts';
import { type RunningProduct, startProduct } from './product.ts';

/**
 * Journeys through a product of their own, for what would be in the way of the others: switches, caps, a vendor without
 * money. One product serves a whole file, whose journeys therefore go one after the other (`mode: 'default'`).
 * @param settings that differ from the defaults.
 */
export function journeyThrough(settings: Record<string, string>) {
	return journey.extend<object, { ownProduct: RunningProduct }>({
		ownProduct: [
			// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
			async ({}, use) => {
				const product = await startProduct(settings);
				await holdPayments(product);
				await use(product);
				await product.stop();
			},
			{ scope: 'worker', timeout: 120_000 },
		],
		product: async ({ ownProduct }, use) => use(ownProduct),
		database: async ({ ownProduct }, use) => {
			const { database, close } = await openDatabaseOf(ownProduct.dataDir);
			await use(database);
			await close();
		},
	});
}
