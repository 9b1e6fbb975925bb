// Caches only the offline page and its style. To remove the worker, ship `registration.unregister()`.
const LANGUAGE = new URL(location.href).searchParams.get('language');
const NAME = `offline-${LANGUAGE}-__VERSION__`;
const PAGE = `/offline-${LANGUAGE}.html`;
const STYLE = '/offline.css';
/** These requests are never intercepted: they may not be repeatable, and have their own errors. */
const INTERFACES = /^\/(api|auth|data|postback|vendor-callback)(\/|$)/;

addEventListener('install', (event) => {
	event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
	event.waitUntil(Promise.all([forgetOthers(), registration.navigationPreload?.enable()]).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
	const { mode, method, url } = event.request;
	const { origin, pathname } = new URL(url);
	if (method !== 'GET' || origin !== location.origin || INTERFACES.test(pathname)) return;
	if (mode === 'navigate') event.respondWith(open(event));
	else if (pathname === STYLE) event.respondWith(kept(STYLE));
});

async function keep() {
	const cache = await caches.open(NAME);
	await cache.addAll([PAGE, STYLE].map((address) => new Request(address, { cache: 'reload' })));
}

async function forgetOthers() {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
}

/** The browser requests the page while the worker starts. */
async function open({ request, preloadResponse }) {
	try {
		return (await preloadResponse) ?? (await fetch(request));
	} catch {
		return kept(PAGE);
	}
}

const kept = async (address) => (await caches.match(address)) ?? Response.error();

addEventListener('push', (event) => {
	const { kind, title, text, path } = event.data.json();
	event.waitUntil(registration.showNotification(title, { body: text, tag: kind, icon: '/icon-192.png', data: path }));
});

/** A new window, because an open page may be in the middle of an offer. */
addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(clients.openWindow(new URL(event.notification.data, location.origin).href));
});
