import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { avatarPicture } from './avatar.ts';
import { scenePicture } from './scene.ts';

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
