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
	/** Which origin the page at a path may show in a frame. Undefined: it frames nothing. */
	frameOriginOf(path: string): string | undefined;
};

/** The page for every address that is not prerendered. The router's build makes it. */
const FALLBACK_PAGE = '__spa-fallback.html';

/**
 * Serves the built web app, precompressed, each page with a policy that names the hashes of its own inline scripts and
 * allows no other. A page that shows a wall may frame that wall's origin; no page may frame anything else.
 */
export async function webPages(
	app: FastifyInstance,
	{ folder, imageOrigins, frameOriginOf }: WebPagesDeps,
): Promise<void> {
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
			reply.header('cache-control', cacheControlOf(relative(folder, file)));
			if (!file.endsWith('.html')) return;
			const frameOrigin = frameOriginOf(pathOf(reply.request));
			reply.header('content-security-policy', policyOf(file, frameOrigin));
			// Offers open in tabs of their own. The stricter default gives the wall no handle to such a tab, not even to lead
			// it to the offer, and walls then say that a popup was blocked.
			if (frameOrigin !== undefined) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
		},
	});

	app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
		const path = pathOf(request);
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

function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
	return url.split('?', 1)[0] ?? '';
}

function cacheControlOf(file: string): string {
	if (file.startsWith(`assets${sep}`)) return 'public, max-age=31536000, immutable';
	// Its policy depends on the address and on which walls are on. A browser that keeps a page and asks whether it has
	// changed goes on with the old policy.
	return file === FALLBACK_PAGE ? 'no-store' : 'no-cache';
}

/** The policy of each page, worked out again when a new build has replaced it under the running server. */
function createPolicies(imageOrigins: readonly string[]): (file: string, frameOrigin: string | undefined) => string {
	const known = new Map<string, { builtAtMs: number; scriptHashes: readonly string[] }>();
	return (file, frameOrigin) => {
		const builtAtMs = statSync(file).mtimeMs;
		let page = known.get(file);
		if (page?.builtAtMs !== builtAtMs) {
			page = { builtAtMs, scriptHashes: inlineScriptHashes(readFileSync(file, 'utf8')) };
			known.set(file, page);
		}
		return contentSecurityPolicy(page.scriptHashes, imageOrigins, frameOrigin);
	};
}

function inlineScriptHashes(html: string): string[] {
	const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
	return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

function contentSecurityPolicy(
	scriptHashes: readonly string[],
	imageOrigins: readonly string[],
	frameOrigin: string | undefined,
): string {
	return [
		"default-src 'none'",
		["script-src 'self'", ...new Set(scriptHashes)].join(' '),
		"style-src 'self'",
		["img-src 'self' data:", ...imageOrigins].join(' '),
		"connect-src 'self'",
		`frame-src ${frameOrigin ?? "'none'"}`,
		"font-src 'self'",
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join('; ');
}
