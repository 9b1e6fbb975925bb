import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessTo } from '../contract/pages.ts';

export type WebPagesDeps = {
	/** The built web app: `build/client`. */
	folder: string;
	/** Whose pictures pages may show besides our own. */
	imageOrigins: readonly string[];
};

/** The page for every address that is not prerendered. The router's build makes it. */
const FALLBACK_PAGE = '__spa-fallback.html';

/**
 * Serves the built web app, precompressed, each page with a policy that names the hashes of its own inline scripts and
 * allows no other.
 */
export async function webPages(app: FastifyInstance, { folder, imageOrigins }: WebPagesDeps): Promise<void> {
	if (!existsSync(join(folder, FALLBACK_PAGE))) {
		app.log.warn(`there is no built web app in ${folder}: only the interfaces are served`);
		return;
	}
	const policyOf = createPolicies(imageOrigins);
	await app.register(fastifyStatic, {
		root: folder,
		preCompressed: true,
		redirect: false,
		cacheControl: false,
		setHeaders(reply, path) {
			const file = path.replace(/\.(br|gz)$/, '');
			if (file.endsWith('.html')) reply.header('content-security-policy', policyOf(file));
			const isImmutable = relative(folder, file).startsWith(`assets${sep}`);
			reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
		},
	});

	app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
		const path = request.url.split('?')[0] ?? '';
		// The page itself tells people that there is nothing; the status tells everybody else.
		if (isPageRequest(request.method, path)) return reply.code(accessTo(path) ? 200 : 404).sendFile(FALLBACK_PAGE);
		return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
	});
}

/** A person's address, not a missing file or a mistyped interface. */
function isPageRequest(method: string, path: string): boolean {
	const isInterface = /^\/(api|auth|data|postback|vendor-callback)(\/|$)/.test(path);
	return (method === 'GET' || method === 'HEAD') && !isInterface && !/\.\w+$/.test(path);
}

/** The policy of each page, worked out again when a new build has replaced it under the running server. */
function createPolicies(imageOrigins: readonly string[]): (file: string) => string {
	const known = new Map<string, { builtAtMs: number; policy: string }>();
	return (file) => {
		const builtAtMs = statSync(file).mtimeMs;
		const kept = known.get(file);
		if (kept?.builtAtMs === builtAtMs) return kept.policy;
		const policy = contentSecurityPolicy(inlineScriptHashes(readFileSync(file, 'utf8')), imageOrigins);
		known.set(file, { builtAtMs, policy });
		return policy;
	};
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
