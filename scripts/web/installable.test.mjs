import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { defaultBranding } from '../../contract/branding.ts';
import { placeholder } from '../../contract/placeholders.ts';
import { installable } from './installable.mjs';

const OWN = ['/offline-en.html', '/offline.css'];

function built() {
	const files = new Map();
	const emitFile = ({ fileName, source }) => files.set(fileName, source.replaceAll(placeholder('version'), '1111aaaa'));
	installable({ language: 'en', words: defaultBranding }).generateBundle.call({ emitFile });
	return files;
}

function aBrowser() {
	const stored = new Map();
	const pathOf = (request) => new URL(request.url ?? request, 'https://site.example').pathname;
	const browser = {
		isOnline: true,
		stored: () => [...stored].map(([name, entries]) => [name, [...entries]]),
		fetch: async (request) => {
			if (!browser.isOnline) throw new TypeError('Failed to fetch');
			return `network ${pathOf(request)}`;
		},
		caches: {
			async open(name) {
				if (!stored.has(name)) stored.set(name, new Set());
				return { addAll: async (requests) => requests.forEach((each) => void stored.get(name).add(pathOf(each))) };
			},
			keys: async () => [...stored.keys()],
			delete: async (name) => stored.delete(name),
			match: async (path) => ([...stored.values()].some((paths) => paths.has(path)) ? `kept ${path}` : undefined),
		},
	};
	return browser;
}

async function startWorker(source, { fetch, caches }) {
	const listeners = {};
	const done = [];
	class Request {
		constructor(url) {
			this.url = url;
		}
	}
	const scope = {
		location: new URL('https://site.example/service-worker.js?language=en'),
		addEventListener: (kind, listener) => {
			listeners[kind] = listener;
		},
		skipWaiting: async () => done.push('skipWaiting'),
		clients: { claim: async () => done.push('claim') },
		...{ fetch, caches, URL, Request, Response: { error: () => 'error' } },
	};
	runInContext(source, createContext(scope));
	const live = async (kind) => {
		let life;
		listeners[kind]({ waitUntil: (promise) => (life = promise) });
		await life;
	};
	await live('install');
	await live('activate');
	return {
		done,
		async request(path, { mode = 'navigate', method = 'GET' } = {}) {
			let answer;
			const request = { mode, method, url: `https://site.example${path}` };
			listeners.fetch({ request, respondWith: (promise) => (answer = promise) });
			return answer;
		},
	};
}

test('a page comes from the network, and offline from the cached offline page', async () => {
	const browser = aBrowser();
	const worker = await startWorker(built().get('service-worker.js'), browser);
	expect(await worker.request('/withdraw')).toBe('network /withdraw');
	browser.isOnline = false;
	expect(await worker.request('/withdraw?token=abc')).toBe('kept /offline-en.html');
	expect(await worker.request('/offline.css', { mode: 'no-cors' })).toBe('kept /offline.css');
});

test('the worker ignores requests that are not for pages, and caches none of them', async () => {
	const browser = aBrowser();
	const worker = await startWorker(built().get('service-worker.js'), browser);
	for (const path of ['/auth/callback/google?code=1', '/data/users/u-1', '/api/getNotices', '/postback/x', '/auth']) {
		expect(await worker.request(path), path).toBeUndefined();
	}
	expect(await worker.request('/withdraw', { method: 'POST' })).toBeUndefined();
	for (const path of ['/api/getNotices', '/data/users/u-1', '/assets/page-1.js']) {
		expect(await worker.request(path, { mode: 'cors' }), path).toBeUndefined();
	}
	await worker.request('/withdraw');
	expect(browser.stored()).toEqual([[expect.stringMatching(/^offline-en-1111aaaa$/), OWN]]);
});

test('a new build takes over immediately and deletes the previous cache', async () => {
	const browser = aBrowser();
	const source = built().get('service-worker.js');
	await startWorker(source.replace(/[0-9a-f]{8}(?=`;)/, '00000000'), browser);
	expect(browser.stored().map(([name]) => name)).toEqual(['offline-en-00000000']);
	const worker = await startWorker(source, browser);
	expect(worker.done).toEqual(['skipWaiting', 'claim']);
	expect(browser.stored()).toEqual([[expect.not.stringContaining('00000000'), OWN]]);
});

test('the offline page has no script and loads only its own style sheet', () => {
	const page = built().get('offline-en.html');
	expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual(['/offline.css', '']);
	expect(page).not.toContain('<script');
});
