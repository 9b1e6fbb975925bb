import type { FastifyInstance } from 'fastify';
import { avatarPicture } from './avatar.ts';
import { offerPicture } from './offer-picture.ts';
import { scenePicture } from './scene.ts';

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
