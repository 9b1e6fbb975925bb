import sharp from 'sharp';
import { type Colours, defaultColours } from './colours.ts';

export type Look = { colours: Colours; logo: Buffer | undefined; isRenamed: boolean };

const LOGO_STYLE =
	'.logo::before{content:"";width:2rem;height:2rem;background:url(/favicon.svg) center/contain no-repeat}';
const PASS =
	'<path d="M6 4h20a4 4 0 0 1 4 4v5a3 3 0 0 0 0 6v5a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4v-5a3 3 0 0 0 0-6V8a4 4 0 0 1 4-4Z"/>';
const TICK =
	'<path fill="none" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" d="m10 16.500 4 4 8-9"/>';
/** Systems may cut an icon to a circle of 80% of its width; a square of this share fits into it. */
const MASKED_SHARE = 0.56;
const SHARED = { width: 1200, height: 630, mark: 360 };

export function styleOf({ colours, logo }: Look): string {
	const own = Object.entries(colours).map(([name, [light, dark]]) => `--color-${name}:light-dark(${light},${dark})`);
	return (own.length > 0 ? `:root{${own.join(';')}}` : '') + (logo ? LOGO_STYLE : '');
}

export async function picturesOf({ colours, logo, isRenamed }: Look): Promise<ReadonlyMap<string, Buffer>> {
	if (!logo && !isRenamed && Object.keys(colours).length === 0) return new Map();
	const { paper, accent, 'on-accent': onAccent } = { ...defaultColours, ...colours };
	const mark = logo ? await asSvg(logo) : markOf(accent[0], onAccent[0]);
	const ground = logo ? paper[0] : accent[0];
	const drawn = logo ? mark : markOf(onAccent[0], accent[0]);
	const square = async (size: number) => draw(drawn, Math.round(size * MASKED_SHARE), ground, [size, size]);
	return new Map([
		['favicon.svg', mark],
		['icon-192.png', await square(192)],
		['icon-512.png', await square(512)],
		['apple-touch-icon.png', await square(180)],
		['share.png', await draw(mark, SHARED.mark, paper[0], [SHARED.width, SHARED.height])],
	]);
}

function markOf(pass: string, tick: string): Buffer {
	const drawn = `<g fill="${pass}">${PASS}</g><g stroke="${tick}">${TICK}</g>`;
	return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawn}</svg>`);
}

async function asSvg(logo: Buffer): Promise<Buffer> {
	const { format, width, height } = await sharp(logo).metadata();
	if (format === 'svg') return logo;
	const data = `data:image/png;base64,${(await sharp(logo).png().toBuffer()).toString('base64')}`;
	const image = `<image width="${width}" height="${height}" href="${data}"/>`;
	return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${image}</svg>`);
}

async function draw(mark: Buffer, size: number, ground: string, [width, height]: [number, number]): Promise<Buffer> {
	const fit = { fit: 'contain', background: '#0000' } as const;
	const drawn = await sharp(mark, { density: 600 }).resize(size, size, fit).png().toBuffer();
	const canvas = sharp({ create: { width, height, channels: 3, background: ground } });
	return canvas
		.composite([{ input: drawn, gravity: 'centre' }])
		.png()
		.toBuffer();
}
