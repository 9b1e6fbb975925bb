// Shows a page of its own when a page of the site cannot be loaded. It keeps that page and its style and nothing else: no
// answer that is about anybody is ever cached. To take it back, ship a file that calls `registration.unregister()`.
const NAME = 'offline-__VERSION__';
const PAGE = `/offline-${new URL(location.href).searchParams.get('language')}.html`;

addEventListener('install', (event) => {
	event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
	event.waitUntil(Promise.all([forgetOthers(), registration.navigationPreload?.enable()]).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
	// Only pages. Calls, data and files go to the network as if there were no worker.
	if (event.request.mode === 'navigate') event.respondWith(load(event));
});

async function keep() {
	const cache = await caches.open(NAME);
	await cache.addAll([PAGE, '/offline.css'].map((address) => new Request(address, { cache: 'reload' })));
}

async function forgetOthers() {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
}

async function load({ request, preloadResponse }) {
	try {
		return (await preloadResponse) ?? (await fetch(request));
	} catch {
		return (await caches.match(PAGE)) ?? Response.error();
	}
}
