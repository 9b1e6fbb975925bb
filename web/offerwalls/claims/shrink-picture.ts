import { CLAIM_PICTURE_SIDE_MAX } from '../../../contract/limits.ts';

const BYTES_MAX = 300_000;
const QUALITIES = [0.85, 0.7, 0.55, 0.4];
const SMALLER = 0.7;

export async function shrinkPicture(file: Blob): Promise<string> {
	const picture = await createImageBitmap(file);
	try {
		const longer = Math.max(picture.width, picture.height);
		for (let side = Math.min(CLAIM_PICTURE_SIDE_MAX, longer); ; side = Math.floor(side * SMALLER)) {
			const canvas = draw(picture, side / longer);
			for (const quality of QUALITIES) {
				const small = await toBlob(canvas, quality);
				if (small.size <= BYTES_MAX) return toDataUrl(small);
			}
		}
	} finally {
		picture.close();
	}
}

function draw(picture: ImageBitmap, scale: number): HTMLCanvasElement {
	const canvas = document.createElement('canvas');
	canvas.width = Math.max(1, Math.round(picture.width * scale));
	canvas.height = Math.max(1, Math.round(picture.height * scale));
	canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
	return canvas;
}

function toBlob(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
	return new Promise((resolve, reject) => {
		canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality);
	});
}

function toDataUrl(blob: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(blob);
	});
}
