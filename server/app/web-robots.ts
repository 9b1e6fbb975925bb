import type { FastifyInstance } from 'fastify';

const found = [
	...['/', '/login', '/sign-up', '/help', '/proof', '/status', '/earnings', '/privacy-policy', '/terms-of-service'],
	...['/accessibility', '/data-retention'],
];
/** Pages behind sign-in are not listed: a disallowed URL can still be indexed. */
const hidden = [
	'/admin',
	'/api/',
	'/appeal',
	'/auth/',
	'/data/',
	'/postback/',
	'/receipt/',
	'/reset-password',
	'/stop-change',
	'/undo-email-change',
	'/vendor-callback/',
	'/verify-email',
];
const FRESH_S = 86_400;

export function robotsRoutes(app: FastifyInstance, publicUrl: string): void {
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
