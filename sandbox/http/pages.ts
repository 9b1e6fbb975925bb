import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';

const types: Record<string, string> = {
	html: 'text/html; charset=utf-8',
	css: 'text/css; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
};
const folders = ['look', 'phone', 'wall', 'feeds', 'control', 'mailbox'] as const;
const pages: Record<string, string> = {
	'/': 'phone/phone.html',
	'/wall': 'wall/wall.html',
	'/wall/offer': 'feeds/offer.html',
	'/control': 'control/control.html',
	'/mailbox': 'mailbox/mailbox.html',
	'/creations': 'control/creations.html',
};

/** `{{word}}` in a page is replaced by the escaped word. */
export async function pageRoutes(
	app: FastifyInstance,
	{ words }: { words: () => Record<string, string> },
): Promise<void> {
	const files = readFiles();
	for (const [path, name] of Object.entries(pages)) {
		app.get(path, async (_, reply) => {
			const values = words();
			const ancestors = path === '/wall' ? `'self' ${values.productUrl}` : "'none'";
			return sendFile(reply, name, fillIn(files.get(name) ?? '', values), ancestors);
		});
	}
	app.get<{ Params: { folder: string; file: string } }>('/assets/:folder/:file', async (request, reply) => {
		const name = `${request.params.folder}/${request.params.file}`;
		const text = files.get(name);
		return text === undefined || name.endsWith('.html') ? reply.callNotFound() : sendFile(reply, name, text);
	});
}

function readFiles(): Map<string, string> {
	const pico = fileURLToPath(import.meta.resolve('@picocss/pico/css/pico.jade.min.css'));
	const files = new Map([['look/pico.css', readFileSync(pico, 'utf8')]]);
	for (const folder of folders) {
		const path = join(import.meta.dirname, '..', folder, 'browser');
		for (const file of readdirSync(path)) files.set(`${folder}/${file}`, readFileSync(join(path, file), 'utf8'));
	}
	return files;
}

function sendFile(reply: FastifyReply, name: string, text: string, ancestors = "'none'"): FastifyReply {
	const policy = `default-src 'self'; img-src 'self' data: http: https:; frame-src http: https:; frame-ancestors ${ancestors}; base-uri 'none'; object-src 'none'`;
	return reply
		.header('cache-control', 'no-cache')
		.header('content-security-policy', policy)
		.header('x-content-type-options', 'nosniff')
		.type(types[name.split('.').at(-1) ?? ''] ?? 'text/plain')
		.send(text);
}

function fillIn(page: string, words: Record<string, string>): string {
	return page.replace(/\{\{(\w+)\}\}/g, (_, word: string) => escapeHtml(words[word] ?? ''));
}

export function escapeHtml(text: string): string {
	const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
