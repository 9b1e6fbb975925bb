import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessTo, folderOfPage } from '../../contract/pages.ts';
import { callError } from '../../contract/refusals.ts';
import { type Languages, languageFor } from '../lib/language/language.ts';

const found = [
	...['/', '/login', '/sign-up', '/help', '/proof', '/status', '/earnings', '/privacy-policy', '/terms-of-service'],
	...['/accessibility', '/data-retention'],
];
/** Pages behind sign-in are not listed: a disallowed URL can still be indexed. */
const hidden = (
	'/admin /api/ /appeal /auth/ /data/ /postback/ /receipt/ /reset-password /stop-change /undo-email-change ' +
	'/unsubscribe /vendor-callback/ /verify-email'
).split(' ');
const FRESH_S = 86_400;

function robotsRoutes(app: FastifyInstance, publicUrl: string): void {
	const forbidden = hidden.map((path) => `Disallow: ${path}`).join('\n');
	const robots = `User-agent: *\n${forbidden}\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
	const addresses = found.map((path) => `\t<url><loc>${publicUrl}${path}</loc></url>`).join('\n');
	const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses}\n</urlset>\n`;

	for (const [address, type, text] of [
		['/robots.txt', 'text/plain', robots],
		['/sitemap.xml', 'application/xml', sitemap],
	] as const) {
		app.get(address, (_request, reply) =>
			reply.type(`${type}; charset=utf-8`).header('cache-control', `public, max-age=${FRESH_S}`).send(text),
		);
	}
}

/** Open pages still load files of older folders. */
export type PageFolders = [newest: string, ...older: string[]];

type WebPagesDeps = {
	folders: PageFolders;
	languages: Languages;
	publicUrl: string;
	imageOrigins: readonly string[];
	frameOriginOf(path: string): string | undefined;
};

/** React Router's page for every URL that is not prerendered. */
const FALLBACK_PAGE = '__spa-fallback.html';
const SERVICE_WORKER = 'service-worker.js';
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Each page's policy lists hashes of its inline scripts and styles; only wall pages may frame. */
export async function webPages(
	app: FastifyInstance,
	{ folders, languages: offered, publicUrl, imageOrigins, frameOriginOf }: WebPagesDeps,
): Promise<void> {
	robotsRoutes(app, publicUrl);
	const [first, ...others] = offered.filter((language) => existsSync(join(folders[0], language, FALLBACK_PAGE)));
	if (first === undefined) {
		app.log.warn(`no built web app in ${folders[0]}, so only the API is served`);
		return;
	}
	const languages: Languages = [first, ...others];
	if (languages.length < offered.length) app.log.warn({ languages }, 'not all LANGUAGES have pages');
	const policyOf = createPolicies(imageOrigins);
	await app.register(fastifyStatic, {
		serve: false,
		index: false,
		preCompressed: true,
		redirect: false,
		allowedPath: (path) => !path.endsWith('/'),
		cacheControl: false,
		setHeaders(reply, path) {
			const file = path.replace(/\.(br|gz)$/, '');
			const inFolder = relative(folders.find((folder) => file.startsWith(folder + sep)) ?? folders[0], file);
			reply.header('cache-control', cacheControlOf(inFolder));
			if (file.endsWith(SERVICE_WORKER)) reply.header('content-security-policy', WORKER_POLICY);
			if (!file.endsWith('.html')) return;
			reply.header('vary', 'accept-language, cookie');
			reply.header('content-language', inFolder.split(sep, 1)[0]);
			if (pathOf(reply.request).startsWith('/receipt/')) reply.header('x-robots-tag', 'noindex');
			const frameOrigin = frameOriginOf(pathOf(reply.request));
			reply.header('content-security-policy', policyOf(file, frameOrigin));
			// Offers open in new tabs. With the stricter default, walls would report a blocked popup.
			if (frameOrigin !== undefined) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
		},
	});

	app.get('/*', (request, reply) => {
		const path = decoded(pathOf(request));
		if (path === undefined) return void reply.callNotFound();
		// File names contain hashes of their content, so a file of any language is right.
		const root = folders.flatMap((folder) => languages.map((language) => join(folder, language)));
		reply.sendFile(path, { root } as object);
	});

	app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
		const path = pathOf(request);
		if (isPageRequest(request.method, path)) {
			const spoken = join(folders[0], languageFor(request.headers, languages));
			return reply.code(accessTo(path) ? 200 : 404).sendFile(pageFileOf(spoken, path), spoken);
		}
		if (DATA_INTERFACE.test(path)) return reply.code(404).send(callError('not-found', 'no-such-address').toBody());
		return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
	});
}

const INTERFACE = /^\/(api|auth|data|postback|vendor-callback)(\/|$)/;
const DATA_INTERFACE = /^\/(api|data)\//;

/** An id of lowercase letters looks like the name of a page. */
function pageFileOf(folder: string, path: string): string {
	const own = folderOfPage(path);
	const files = [own, join(dirname(own), '-')].map((page) => join(page, 'index.html'));
	return files.find((file) => existsSync(join(folder, file))) ?? FALLBACK_PAGE;
}

function isPageRequest(method: string, path: string): boolean {
	return (method === 'GET' || method === 'HEAD') && !INTERFACE.test(path) && !/\.\w+$/.test(path);
}

function decoded(path: string): string | undefined {
	try {
		return decodeURI(path);
	} catch {
		return undefined;
	}
}

function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
	return url.split('?', 1)[0] ?? '';
}

function cacheControlOf(file: string): string {
	if (file.split(sep)[1] === 'assets') return 'public, max-age=31536000, immutable';
	// The fallback's policy depends on URL and walls, and a cached page would keep an old one.
	const page = pageOf(file);
	const isPersonal = accessTo(page) !== 'public' || page.endsWith('/-');
	return file.endsWith(FALLBACK_PAGE) || isPersonal ? 'no-store' : 'no-cache';
}

const pageOf = (file: string): string => `/${file.split(sep).slice(1, -1).join('/')}`;

function createPolicies(imageOrigins: readonly string[]): (file: string, frameOrigin: string | undefined) => string {
	const known = new Map<string, InlineHashes>();
	return (file, frameOrigin) => {
		const inline = known.get(file) ?? inlineHashes(readFileSync(file, 'utf8'));
		known.set(file, inline);
		return contentSecurityPolicy(inline, imageOrigins, frameOrigin);
	};
}

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

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

function contentSecurityPolicy(
	{ scripts, styles }: InlineHashes,
	imageOrigins: readonly string[],
	frameOrigin: string | undefined,
): string {
	return [
		// Firefox applies only this directive to prefetched style sheets.
		"default-src 'self'",
		"media-src 'none'",
		"object-src 'none'",
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
