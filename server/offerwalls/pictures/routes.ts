import type { FastifyInstance } from 'fastify';
import { OFFER_PICTURES } from '../../../contract/offerwalls/offer-filters.ts';
import type { Database } from '../../lib/db/database.ts';
import { selectPicture } from './store-pictures.ts';

const FILE = /^([\w-]{43})\.webp$/;

export async function pictureRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
	app.get<{ Params: { file: string } }>(`${OFFER_PICTURES}:file`, async (request, reply) => {
		const hash = FILE.exec(request.params.file)?.[1];
		const bytes = hash && (await selectPicture(db, hash));
		if (!bytes) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
		return reply
			.header('cache-control', 'public, max-age=31536000, immutable')
			.header('content-security-policy', "default-src 'none'")
			.header('x-content-type-options', 'nosniff')
			.type('image/webp')
			.send(bytes);
	});
}
