import sharp from 'sharp';
import type { PictureMade, PictureRequest } from './remake-pictures.ts';

/** Pictures are decoded in a separate process, so that a malicious one can compromise neither secrets nor connections. */

const SIDE_MAX = 4_096;
/** The size of a 12-megapixel photo. */
const PIXELS_MAX = SIDE_MAX * 3_072;
const MEMORY_MAX = 400 * 1024 * 1024;
const WATCH_MS = 20;
const QUALITY = 80;
const PROBLEM_MAX = 200;
const read: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] });

process.on('message', async (request: PictureRequest) => {
	const made: PictureMade = await remake(request).then(
		(bytes) => ({ bytes }),
		(error: Error) => ({ problem: error.message.slice(0, PROBLEM_MAX) }),
	);
	process.send?.(made);
});
process.on('disconnect', () => process.exit(0));

setInterval(() => {
	if (process.memoryUsage.rss() > MEMORY_MAX) process.exit(1);
}, WATCH_MS).unref();

/** Checks the size in the header before decoding. The output has no metadata. */
async function remake({ bytes, side, fit }: PictureRequest): Promise<Buffer> {
	const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 } as const;
	const { format, width = 0, height = 0 } = await sharp(bytes, options).metadata();
	if (!read.has(format ?? '')) throw new Error(`unsupported format ${format}`);
	if (Math.max(width, height) > SIDE_MAX || width * height > PIXELS_MAX) throw new Error('too many pixels');
	return sharp(bytes, options)
		.autoOrient()
		.resize({ width: side, height: side, fit, withoutEnlargement: fit === 'inside' })
		.webp({ quality: QUALITY })
		.toBuffer();
}
