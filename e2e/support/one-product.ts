import { holdPayments } from './earner.ts';
import { startProduct } from './product.ts';

/** Starts the one product that all journeys share, and ends it after the last. Its addresses reach the tests as settings. */
export default async function startOneProduct(): Promise<() => Promise<void>> {
	const product = await startProduct();
	process.env.E2E_PRODUCT_URL = product.url;
	process.env.E2E_SANDBOX_URL = product.sandboxUrl;
	process.env.E2E_DATA_DIR = product.dataDir;
	await holdPayments(product);
	return product.stop;
}
