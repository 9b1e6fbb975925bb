import type { FastifyInstance } from 'fastify';
import type { Faults } from '../faults/faults.ts';
import { misbehave } from '../faults/misbehave.ts';
import type { Journal } from '../http/journal.ts';
import { gameRoutes } from './games.ts';
import { passRoutes } from './passes.ts';
import { generalRefusalBody, PlatformRefusal, refusalBody, shapeOf } from './refusal.ts';
import { thumbnailRoutes } from './thumbnails.ts';
import { userRoutes } from './users.ts';
import type { PlatformWorld } from './world.ts';

export function platformRoutes(deps: {
	world: PlatformWorld;
	faults: Faults;
	journal: Journal;
	origin: () => string;
}): (app: FastifyInstance) => Promise<void> {
	return async (app) => {
		deps.journal.watch(app, 'platform');
		misbehave(app, 'platform', deps.faults, (status, request) => generalRefusalBody(request.url, status));
		app.setErrorHandler((error, request, reply) => {
			if (error instanceof PlatformRefusal) {
				const { statusCode, shape, code, message, field } = error;
				return reply.code(statusCode).send(refusalBody(shape, code, message, field));
			}
			const status = (error as { statusCode?: number }).statusCode ?? 500;
			if (status >= 500) return reply.code(500).send(generalRefusalBody(request.url, 500));
			return reply.code(status).send(refusalBody(shapeOf(request.url), 0, 'The request was invalid.', null));
		});
		userRoutes(app, deps.world);
		thumbnailRoutes(app, deps.world, deps.origin);
		gameRoutes(app, deps.world);
		passRoutes(app, deps.world);
	};
}
