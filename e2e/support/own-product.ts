import { openDatabaseOf } from './database.ts';
import { test as journey } from './journey.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { holdPayments } from './user.ts';

/** One product of its own for a file of journeys, which go one after the other: for what would be in others' way. */
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
			{ scope: 'worker', timeout: 240_000 },
		],
		product: async ({ ownProduct }, use) => use(ownProduct),
		database: async ({ ownProduct }, use) => {
			const { database, close } = await openDatabaseOf(ownProduct.dataDir);
			await use(database);
			await close();
		},
	});
}
