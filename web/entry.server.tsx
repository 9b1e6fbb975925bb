import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/** Prerenders whole pages in document order, readable without the script. */
export default async function renderPage(request: Request, status: number, headers: Headers, context: EntryContext) {
	const page = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
		progressiveChunkSize: Number.MAX_SAFE_INTEGER,
	});
	await page.allReady;
	headers.set('content-type', 'text/html');
	return new Response(page, { status, headers });
}
