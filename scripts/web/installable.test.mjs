import { createContext, runInContext } from 'node:vm';
import { defaultBranding } from '../../contract/branding.ts';
import { placeholder } from '../../contract/placeholders.ts';
import { installable } from './installable.mjs';

function built() {
	const files = new Map();
	const emitFile = ({ fileName, source }) => files.set(fileName, source.replaceAll(placeholder('version'), '1111aaaa'));
	installable({ language: 'en', words: defaultBranding }).generateBundle.call({ emitFile });
	return files;
}

async function startWorker(source) {
	const listeners = {};
	const [stored, opened, notifications] = [[], [], []];
	const scope = {
		location: new URL('https://site.example/service-worker.js?language=en'),
		addEventListener: (kind, listener) => void Object.assign(listeners, { [kind]: listener }),
		skipWaiting: async () => {},
		clients: { claim: async () => {}, openWindow: async (address) => void opened.push(address) },
		registration: { showNotification: async (...shown) => void notifications.push(shown) },
		fetch: async ({ url }) => `network ${new URL(url).pathname}`,
		caches: {
			open: async (name) => ({ addAll: async (urls) => void stored.push(name, ...urls) }),
			keys: async () => [],
		},
		URL,
		Request: class extends String {},
	};
	runInContext(source, createContext(scope));
	for (const kind of ['install', 'activate']) await new Promise((resolve) => listeners[kind]({ waitUntil: resolve }));
	const request = async (path, { mode = 'navigate', method = 'GET', preloadResponse } = {}) => {
		let answer;
		const request = { mode, method, url: `https://site.example${path}` };
		listeners.fetch({ request, preloadResponse, respondWith: (promise) => (answer = promise) });
		return answer;
	};
	const dispatch = (kind, event) => new Promise((resolve) => listeners[kind]({ ...event, waitUntil: resolve }));
	return { stored, request, opened, notifications, dispatch };
}

test('the worker ignores requests that are not for pages, and caches none of them', async () => {
	const { stored, request } = await startWorker(built().get('service-worker.js'));
	for (const path of ['/auth/callback/google?code=1', '/data/users/u-1', '/api/getNotices', '/postback/x', '/auth']) {
		expect(await request(path), path).toBeUndefined();
	}
	expect(await request('/withdraw', { method: 'POST' })).toBeUndefined();
	for (const path of ['/api/getNotices', '/data/users/u-1', '/assets/page-1.js']) {
		expect(await request(path, { mode: 'cors' }), path).toBeUndefined();
	}
	expect(await request('/withdraw')).toBe('network /withdraw');
	expect(await request('/withdraw', { preloadResponse: Promise.resolve('preloaded') })).toBe('preloaded');
	expect(stored.map(String)).toEqual(['offline-en-1111aaaa', '/offline-en.html', '/offline.css']);
});

test('the offline page has no script and loads only its own style sheet', () => {
	const page = built().get('offline-en.html');
	expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual(['/offline.css', '']);
	expect(page).not.toContain('<script');
});

test('a push message becomes a notification that opens its page on this site', async () => {
	const { opened, notifications, dispatch } = await startWorker(built().get('service-worker.js'));
	const message = { kind: 'paid', title: 'Lootpass', text: 'Your withdrawal was paid.', path: '/withdraw-history' };
	await dispatch('push', { data: { json: () => message } });
	const [[title, options]] = notifications;
	expect([title, options.body, options.tag]).toEqual(['Lootpass', message.text, 'paid']);
	await dispatch('notificationclick', { notification: { data: options.data, close: () => {} } });
	expect(opened).toEqual(['https://site.example/withdraw-history']);
});
