import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { type Palette, palette, pick, randomFrom } from './palette.ts';

const SIZE = 256;
const STORED_MAX = 400;
const cache = new Map<number, Promise<Buffer>>();

/** Cacheable, because pictures depend only on the id. */
export async function pictureRoutes(app: FastifyInstance): Promise<void> {
	app.get<{ Params: { file: string } }>('/pictures/offers/:file', async (request, reply) => {
		const id = Number(/^(\d{1,15})\.png$/.exec(request.params.file)?.[1] ?? Number.NaN);
		if (Number.isNaN(id)) return reply.callNotFound();
		return reply
			.header('cache-control', 'public, max-age=86400')
			.type('image/png')
			.send(await offerPicture(id));
	});
	app.get<{ Params: { kind: string; file: string } }>('/pictures/:kind/:file', async (request, reply) => {
		const id = Number(/^(\d{1,15})\.svg$/.exec(request.params.file)?.[1] ?? Number.NaN);
		const draw = { avatars: avatarPicture, scenes: scenePicture }[request.params.kind];
		if (!draw || Number.isNaN(id)) return reply.callNotFound();
		return reply
			.header('cache-control', 'public, max-age=86400')
			.header('content-security-policy', "default-src 'none'")
			.type('image/svg+xml')
			.send(draw(id));
	});
}

function offerPicture(id: number): Promise<Buffer> {
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

const skins = ['#f6d2b3', '#e8b48a', '#c98a5e', '#9a6240', '#6f452c', '#ffdfc7'];
const mouths = ['M66 79q9 8 18 0', 'M67 80h16', 'M65 78q10 12 20 0'];

function avatarPicture(id: number): string {
	const random = randomFrom(id);
	const { sky, glow, near, accent, ink } = palette(random);
	const skin = pick(random, skins);
	const parts = [
		`<rect width="150" height="150" fill="${sky}"/><circle cx="75" cy="64" r="58" fill="${glow}" opacity=".75"/>`,
		`<path d="M18 150q2-46 40-50h34q38 4 40 50z" fill="${near}"/><path d="M58 100l17 18 17-18z" fill="${accent}"/>`,
		`<rect x="65" y="84" width="20" height="24" rx="9" fill="${skin}"/>`,
		`<rect x="46" y="32" width="58" height="62" rx="24" fill="${skin}"/>`,
		`<path d="M42 58q-2-34 33-34t33 34q-8-16-22-18-22 6-36 0-6 6-8 18z" fill="${ink}"/>`,
		'<g fill="#1c1512"><circle cx="63" cy="64" r="3.6"/><circle cx="87" cy="64" r="3.6"/></g>',
		`<path d="${pick(random, mouths)}" fill="none" stroke="#1c1512" stroke-width="3" stroke-linecap="round"/>`,
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150" width="150" height="150">${parts.join('')}</svg>`;
}

function scenePicture(id: number): string {
	const random = randomFrom(id);
	const colours = palette(random);
	const scene = pick(random, scenes)(colours, 30 + Math.round(random() * 90));
	const sky = `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${colours.sky}"/><stop offset="1" stop-color="${colours.glow}"/></linearGradient>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150" width="150" height="150"><defs>${sky}</defs><rect width="150" height="150" fill="url(#s)"/>${scene}</svg>`;
}

type Scene = (colours: Palette, x: number) => string;

const mountains: Scene = ({ far, near, accent, ink, glow }, x) =>
	`<circle cx="${x}" cy="46" r="20" fill="${accent}"/>` +
	`<path d="M-10 118L38 58l26 32 24-26 72 66v40H-10z" fill="${far}"/><path d="M38 58l-13 17 9 5 7-5 7 7 6-2z" fill="${glow}"/>` +
	`<path d="M-10 150v-22q40-26 80-6t90-10v38z" fill="${near}"/><path d="M24 132l8-26 8 26zM44 138l6-20 6 20zM112 130l9-30 9 30z" fill="${ink}"/>`;

const sea: Scene = ({ far, near, accent, ink, glow }, x) =>
	`<circle cx="75" cy="72" r="30" fill="${accent}"/><rect y="84" width="150" height="66" fill="${far}"/>` +
	`<path d="M${x} 80l0-46 30 40zM${x} 80l-5-38-20 32z" fill="${glow}"/><path d="M${x - 30} 82h66l-10 18h-44z" fill="${ink}"/>` +
	`<path d="M0 110q19-12 37.500 0t37.500 0 37.500 0 37.500 0v40H0z" fill="${near}"/>`;

const meadow: Scene = ({ far, near, accent, ink }, x) =>
	`<circle cx="${x}" cy="38" r="17" fill="${accent}"/><path d="M0 100q40-40 84-14t66-10v74H0z" fill="${far}"/><rect x="100" y="62" width="9" height="36" fill="${ink}"/>` +
	`<circle cx="104" cy="50" r="24" fill="${near}"/><circle cx="92" cy="60" r="14" fill="${near}"/><path d="M0 122q50-26 90-10t60-6v44H0z" fill="${near}"/>`;

const scenes: readonly Scene[] = [mountains, sea, meadow];
