import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type WebPagesDeps = {
	/** The built web app: `build/client`. */
	folder: string;
	/** Whose pictures pages may show besides our own. */
	imageOrigins: readonly string[];
};

/** The page for every address that is not prerendered. The router's build makes it. */
const FALLBACK_PAGE = '__spa-fallback.html';
const ASSETS_PREFIX = '/assets/';

/**
 * Serves the built web app, precompressed, each page with a policy that names the hashes of its own inline scripts and
 * allows no other.
 */
export async function webPages(app: FastifyInstance, { folder, imageOrigins }: WebPagesDeps): Promise<void> {
	if (!existsSync(join(folder, FALLBACK_PAGE))) {
		app.log.warn(`there is no built web app in ${folder}: only the interfaces are served`);
		return;
	}
	const policies = new Map(
		globSync('**/*.html', { cwd: folder }).map((file) => [
			file.split(sep).join('/'),
			contentSecurityPolicy(inlineScriptHashes(readFileSync(join(folder, file), 'utf8')), imageOrigins),
		]),
	);

	await app.register(fastifyStatic, {
		root: folder,
		wildcard: false,
		preCompressed: true,
		redirect: false,
		cacheControl: false,
		setHeaders(reply, path) {
			const file = relative(folder, path)
				.split(sep)
				.join('/')
				.replace(/\.(br|gz)$/, '');
			const policy = policies.get(file);
			if (policy) reply.header('content-security-policy', policy);
			const immutable = `/${file}`.startsWith(ASSETS_PREFIX);
			reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
		},
	});

	app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
		if (isPageRequest(request)) return reply.sendFile(FALLBACK_PAGE);
		return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
	});
}

/** A person's address, not a missing file or a mistyped interface. */
function isPageRequest({ method, url }: FastifyRequest): boolean {
	const path = url.split('?')[0] ?? '';
	const isInterface = /^\/(api|auth|data|postback|vendor-callback)(\/|$)/.test(path);
	return (method === 'GET' || method === 'HEAD') && !isInterface && !/\.\w+$/.test(path);
}

function inlineScriptHashes(html: string): string[] {
	const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
	return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

function contentSecurityPolicy(scriptHashes: readonly string[], imageOrigins: readonly string[]): string {
	return [
		"default-src 'none'",
		["script-src 'self'", ...new Set(scriptHashes)].join(' '),
		"style-src 'self'",
		["img-src 'self' data:", ...imageOrigins].join(' '),
		"connect-src 'self'",
		"font-src 'self'",
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join('; ');
}
