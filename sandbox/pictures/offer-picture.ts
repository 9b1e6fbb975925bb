import sharp from 'sharp';
import { scenePicture } from './scene.ts';

const SIZE = 256;
const STORED_MAX = 400;
const cache = new Map<number, Promise<Buffer>>();

export function offerPicture(id: number): Promise<Buffer> {
	const drawn =
		cache.get(id) ??
		sharp(Buffer.from(scenePicture(id)))
			.resize(SIZE, SIZE)
			.png()
			.toBuffer();
	if (cache.size >= STORED_MAX) cache.clear();
	cache.set(id, drawn);
	return drawn;
}
