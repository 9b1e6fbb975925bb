import type { BrowserContext } from '@playwright/test';

/** Lighthouse's slow 4G in bytes per second and ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_375 };
const CPU_SLOWDOWN = 4;
const VIEW = { width: 390, height: 844 };
const NOT_COUNTED = new Set(['Image', 'Manifest', 'Other', 'Preflight']);
const PATIENCE_MS = 30_000;

export type DataTiming = { shownMs: number; requests: number; bytes: number };

/** Opens a page on a simulated slow phone until `selector` matches. Requests and bytes are without pictures. */
export async function timeToData(
	context: BrowserContext,
	{ address, selector, isFirst }: { address: string; selector: string; isFirst: boolean },
): Promise<DataTiming> {
	const page = await context.newPage();
	try {
		await page.setViewportSize(VIEW);
		const cdp = await context.newCDPSession(page);
		await cdp.send('Network.enable');
		if (isFirst) await cdp.send('Network.clearBrowserCache');
		await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
		const counted = new Set<string>();
		let bytes = 0;
		cdp.on('Network.requestWillBeSent', ({ requestId, type = 'Other' }) => {
			if (!NOT_COUNTED.has(type)) counted.add(requestId);
		});
		cdp.on('Network.requestServedFromCache', ({ requestId }) => counted.delete(requestId));
		cdp.on('Network.responseReceived', ({ requestId, response }) => {
			if (response.fromDiskCache) counted.delete(requestId);
		});
		cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
			if (counted.has(requestId)) bytes += encodedDataLength;
		});
		await page.addInitScript(noteData(selector));
		await page.goto(address, { waitUntil: 'commit' });
		const shown = await page.waitForFunction(() => (globalThis as { dataShownMs?: number }).dataShownMs, undefined, {
			timeout: PATIENCE_MS,
		});
		return { shownMs: Number(await shown.jsonValue()), requests: counted.size, bytes };
	} finally {
		await page.close();
	}
}

/** Returns a script that notes the frame that first shows the data. */
function noteData(selector: string): string {
	return `{
const looking = new MutationObserver(() => {
	if (!document.querySelector(${JSON.stringify(selector)})) return;
	looking.disconnect();
	requestAnimationFrame(() => setTimeout(() => { window.dataShownMs = performance.now(); }));
});
looking.observe(document, { childList: true, subtree: true, attributes: true });
}`;
}
