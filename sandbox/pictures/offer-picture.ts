import sharp from 'sharp';
import { scenePicture } from './scene.ts';

const SIZE = 256;
const STORED_MAX = 400;
const kept = new Map<number, Promise<Buffer>>();

export function offerPicture(id: number): Promise<Buffer> {
	const drawn =
		kept.get(id) ??
		sharp(Buffer.from(scenePicture(id)))
			.resize(SIZE, SIZE)
			.png()
			.toBuffer();
	if (kept.size >= STORED_MAX) kept.clear();
	kept.set(id, drawn);
	return drawn;
}
