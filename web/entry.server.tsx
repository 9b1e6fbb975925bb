import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/** Makes the prerendered pages at build time, each whole and in order: it can be read without its script. */
export default async function renderPage(request: Request, status: number, headers: Headers, context: EntryContext) {
	const page = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
		progressiveChunkSize: Number.MAX_SAFE_INTEGER,
	});
	await page.allReady;
	headers.set('content-type', 'text/html');
	return new Response(page, { status, headers });
}
