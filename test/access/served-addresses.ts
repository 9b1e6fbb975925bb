import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app/app.ts';
import type { Dependencies } from '../../server/app/dependencies.ts';

/** As the framework is told of them, written as the contract writes them. */
export async function servedAddresses(deps: Dependencies): Promise<string[]> {
	const served = new Set<string>();
	const watch = (message: unknown) => {
		const { fastify } = message as { fastify: FastifyInstance };
		fastify.addHook('onRoute', ({ method, url }) => {
			for (const each of [method].flat()) served.add(`${each} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
		});
	};
	subscribe('fastify.initialization', watch);
	const app = await createApp(deps);
	unsubscribe('fastify.initialization', watch);
	await app.ready();
	await app.close();
	return [...served].sort();
}
