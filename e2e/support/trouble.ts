import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** Named like `404 POST /api/processWithdrawal` or `console error: ...`. */
export type Trouble = {
	/** Names errors that must occur, before or after this call; the test fails if one does not. */
	expect: (...names: string[]) => void;
	unsettled: () => string[];
};

export function watchForTrouble(context: BrowserContext): Trouble {
	const happened: string[] = [];
	const expected: string[] = [];

	context.on('console', (message) => {
		const name = nameOfMessage(message);
		if (name) happened.push(name);
	});
	context.on('weberror', (error) => happened.push(`page error: ${error.error().message}`));
	context.on('requestfailed', (request) => {
		const reason = request.failure()?.errorText ?? 'failed';
		if (reason !== 'net::ERR_ABORTED') happened.push(`${reason} ${nameOfRequest(request)}`);
	});
	context.on('response', (response) => {
		if (response.status() >= 400) happened.push(`${response.status()} ${nameOfRequest(response.request())}`);
	});

	return {
		expect: (...names) => void expected.push(...names),
		unsettled: () => [
			...happened.filter((name) => !expected.some((each) => name.includes(each))),
			...expected.filter((each) => !happened.some((name) => name.includes(each))).map((name) => `missing: ${name}`),
		],
	};
}

function nameOfMessage(message: ConsoleMessage): string | undefined {
	if (message.type() !== 'error' && message.type() !== 'warning') return undefined;
	// This message duplicates a failed response, which says more.
	if (message.text().startsWith('Failed to load resource')) return undefined;
	if (message.text() === 'Service Worker registration blocked by Playwright') return undefined;
	return `console ${message.type()}: ${message.text()}`;
}

function nameOfRequest(request: Request): string {
	return `${request.method()} ${new URL(request.url()).pathname}`;
}
