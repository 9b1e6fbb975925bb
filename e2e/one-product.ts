import { send } from '../test/json-client.ts';
import { startProduct } from './product.ts';

/** Starts the one product that all journeys share, and ends it after the last. Its addresses reach the tests as settings. */
export default async function startOneProduct(): Promise<() => Promise<void>> {
	const product = await startProduct();
	process.env.E2E_PRODUCT_URL = product.url;
	process.env.E2E_SANDBOX_URL = product.sandboxUrl;
	// Every journey settles its own order, and sees each state before the next one comes.
	await send('PATCH', `${product.sandboxUrl}/control/vendor`, { settleMs: null });
	return product.stop;
}
