import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../../contract/errors.ts';
import { accessTo, folderOfPage } from '../../contract/pages.ts';
import { refusal } from '../../contract/refusals.ts';
import { languageFor } from '../lib/language/language.ts';
import { robotsRoutes } from './web-robots.ts';

export type WebPagesDeps = {
	folder: string;
	publicUrl: string;
	/** Whose pictures pages may show besides our own. */
	imageOrigins: readonly string[];
	/** Which origin the page at a path may show in a frame. Undefined: it frames nothing. */
	frameOriginOf(path: string): string | undefined;
};

/** The page for every address that is not prerendered. The router's build makes it. */
const FALLBACK_PAGE = '__spa-fallback.html';
const SERVICE_WORKER = 'service-worker.js';
/** What it loads is loaded by its own policy: pages, when somebody opens one. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Each page's policy names the hashes of its own inline scripts and style; only a page that shows a wall frames it. */
export async function webPages(
	app: FastifyInstance,
	{ folder, publicUrl, imageOrigins, frameOriginOf }: WebPagesDeps,
): Promise<void> {
	robotsRoutes(app, publicUrl);
	const languages = languagesIn(folder);
	if (!hasAny(languages)) {
		app.log.warn(`no built web app in ${folder}, so only the API is served`);
		return;
	}
	const policyOf = createPolicies(imageOrigins);
	await app.register(fastifyStatic, {
		// Files have the hash of their content in their name, so any language's will do.
		root: languages.map((language) => join(folder, language)),
		// Pages are sent below, in the visitor's language.
		index: false,
		preCompressed: true,
		redirect: false,
		// A folder is no file but the address of a page, also for whoever accepts no compression.
		allowedPath: (path) => !path.endsWith('/'),
		cacheControl: false,
		setHeaders(reply, path) {
			const file = path.replace(/\.(br|gz)$/, '');
			reply.header('cache-control', cacheControlOf(relative(folder, file)));
			if (file.endsWith(SERVICE_WORKER)) reply.header('content-security-policy', WORKER_POLICY);
			if (!file.endsWith('.html')) return;
			reply.header('vary', 'accept-language, cookie');
			reply.header('content-language', relative(folder, file).split(sep, 1)[0]);
			// Whoever has its address may read it; nobody is to find it.
			if (pathOf(reply.request).startsWith('/receipt/')) reply.header('x-robots-tag', 'noindex');
			const frameOrigin = frameOriginOf(pathOf(reply.request));
			reply.header('content-security-policy', policyOf(file, frameOrigin));
			// Offers open in tabs of their own; under the stricter default walls then say that a popup was blocked.
			if (frameOrigin !== undefined) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
		},
	});

	app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
		const path = pathOf(request);
		// The page itself tells people that there is nothing; the status tells everybody else.
		if (isPageRequest(request.method, path)) {
			const spoken = join(folder, languageFor(request.headers, languages));
			return reply.code(accessTo(path) ? 200 : 404).sendFile(pageFileOf(spoken, path), spoken);
		}
		if (DATA_INTERFACE.test(path))
			return reply.code(404).send(new CallError('not-found', refusal('no-such-address')).toBody());
		return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
	});
}

/** Where programs ask, not people: no page answers there. */
const INTERFACE = /^\/(api|auth|data|postback|vendor-callback)(\/|$)/;
/** Those of them whose refusals are in one form, whatever is refused. */
const DATA_INTERFACE = /^\/(api|data)\//;

/** In the order of the alphabet, but English first: it is for those who asked for none that there is. */
function languagesIn(folder: string): string[] {
	const entries = existsSync(folder) ? readdirSync(folder) : [];
	const languages = entries.filter((entry) => existsSync(join(folder, entry, FALLBACK_PAGE))).sort();
	return [...languages.filter((language) => language === 'en'), ...languages.filter((language) => language !== 'en')];
}

function hasAny(languages: string[]): languages is [string, ...string[]] {
	return languages.length > 0;
}

function pageFileOf(folder: string, path: string): string {
	const own = join(folderOfPage(path), 'index.html');
	return existsSync(join(folder, own)) ? own : FALLBACK_PAGE;
}

/** A person's address, not a missing file or a mistyped interface. */
function isPageRequest(method: string, path: string): boolean {
	return (method === 'GET' || method === 'HEAD') && !INTERFACE.test(path) && !/\.\w+$/.test(path);
}

function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
	return url.split('?', 1)[0] ?? '';
}

function cacheControlOf(file: string): string {
	if (file.split(sep)[1] === 'assets') return 'public, max-age=31536000, immutable';
	// The fallback's policy depends on address and walls; a browser that keeps a page goes on with the old policy.
	return file.endsWith(FALLBACK_PAGE) || accessTo(pageOf(file)) !== 'public' ? 'no-store' : 'no-cache';
}

function pageOf(file: string): string {
	return `/${file.split(sep).slice(1, -1).join('/')}`;
}

/** The policy of each page, worked out once: a folder of pages never changes. */
function createPolicies(imageOrigins: readonly string[]): (file: string, frameOrigin: string | undefined) => string {
	const known = new Map<string, InlineHashes>();
	return (file, frameOrigin) => {
		const inline = known.get(file) ?? inlineHashes(readFileSync(file, 'utf8'));
		known.set(file, inline);
		return contentSecurityPolicy(inline, imageOrigins, frameOrigin);
	};
}

/** As a policy names them, of what stands in a page itself. */
type InlineHashes = { scripts: readonly string[]; styles: readonly string[] };

function inlineHashes(html: string): InlineHashes {
	const hashesOf = (elements: RegExp) => [
		...new Set([...html.matchAll(elements)].map(([, text = '']) => `'sha256-${hashOf(text)}'`)),
	];
	return {
		scripts: hashesOf(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
		styles: hashesOf(/<style[^>]*>([\s\S]*?)<\/style>/g),
	};
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

function contentSecurityPolicy(
	{ scripts, styles }: InlineHashes,
	imageOrigins: readonly string[],
	frameOrigin: string | undefined,
): string {
	return [
		"default-src 'none'",
		["script-src 'self'", ...scripts].join(' '),
		["style-src 'self'", ...styles].join(' '),
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
