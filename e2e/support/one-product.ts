import { startProduct } from './product.ts';
import { holdPayments } from './test-user.ts';

export default async function startOneProduct(): Promise<() => Promise<void>> {
	const product = await startProduct();
	process.env.E2E_PRODUCT_URL = product.url;
	process.env.E2E_SANDBOX_URL = product.sandboxUrl;
	process.env.E2E_DATA_DIR = product.dataDir;
	await holdPayments(product);
	return product.stop;
}
