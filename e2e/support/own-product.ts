import { openDatabaseOf } from './database.ts';
import { test as journey } from './journey.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { holdPayments } from './test-user.ts';

/** A separate product per file, for tests that would disturb others. */
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
