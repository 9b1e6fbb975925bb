import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** What went wrong in the pages of one test, each thing named: `404 POST /api/processWithdrawal`, `console error: ...`. */
export type Trouble = {
	/** This trouble is part of the story. Said before or after it happens; what then does not happen fails the test. */
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
		// The page itself gave it up: it was left, or somebody else's answer is wanted now.
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
	// The browser's own line about a request that failed; it is counted by its answer, which says more.
	if (message.text().startsWith('Failed to load resource')) return undefined;
	// Playwright's own line in the journeys that are to do without the service worker.
	if (message.text() === 'Service Worker registration blocked by Playwright') return undefined;
	return `console ${message.type()}: ${message.text()}`;
}

function nameOfRequest(request: Request): string {
	return `${request.method()} ${new URL(request.url()).pathname}`;
}
