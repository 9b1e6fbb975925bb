import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import type { ThrowawayPostgres } from './bench.ts';
import { type Child, type MeasuredIn, startMeasured } from './child-process.ts';
import type { ProductCalls } from './product-process.ts';

const FILE = join(import.meta.dirname, 'product-process.ts');
const OPTIONS_OF_NODE = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'));

export type MeasuredProduct = Child<ProductCalls> & { port: number };

export async function startProduct(
	{ postgres, ...stage }: MeasuredIn & { postgres: ThrowawayPostgres },
	settings: Record<string, string>,
	ownerUrl?: string,
): Promise<MeasuredProduct> {
	const { appUrl: databaseUrl, dataDir: DATA_DIR } = postgres;
	const child = startMeasured<ProductCalls>(FILE, stage, OPTIONS_OF_NODE);
	const { port } = await child.request('open', { settings: { ...settings, DATA_DIR }, databaseUrl, ownerUrl });
	return { ...child, port };
}
