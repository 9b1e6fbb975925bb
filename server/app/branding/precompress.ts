import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hasPlaceholder, TEXT } from './placeholders.ts';

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const SIZE_MIN_BYTES = 1_024;

export async function precompress(folder: string): Promise<void> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	await Promise.all(
		files.map(async (file) => {
			const isFilledLater = TEXT.test(file) && hasPlaceholder(await readFile(file, 'utf8'));
			if (!isFilledLater) await precompressFile(file);
		}),
	);
}

export async function precompressFile(file: string): Promise<void> {
	if (!COMPRESSIBLE.test(file)) return;
	const content = await readFile(file);
	if (content.length < SIZE_MIN_BYTES) return;
	const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
	const [brotli, zipped] = await Promise.all([
		promisify(brotliCompress)(content, { params }),
		promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
	]);
	await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}
