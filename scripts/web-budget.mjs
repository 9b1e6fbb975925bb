import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What a page may weigh in script and style, gzipped, in bytes. */
const PUBLIC_MAX = 125_000;
const USER_MAX = 150_000;
const pages = [
	{ name: 'home', max: PUBLIC_MAX, routes: ['home/home-page'] },
	{ name: 'landing', max: PUBLIC_MAX, routes: ['identity/landing-page'] },
	{ name: 'privacy policy', max: PUBLIC_MAX, routes: ['legal/privacy-policy-page'] },
	{ name: 'terms of service', max: PUBLIC_MAX, routes: ['legal/terms-of-service-page'] },
	{ name: 'admin login', max: USER_MAX, routes: ['identity/admin-login-page'] },
	{ name: 'withdraw', max: USER_MAX, isSignedIn: true, routes: ['withdrawals/withdraw-page'] },
	{ name: 'earn', max: USER_MAX, isSignedIn: true, routes: ['offerwalls/earn-page'] },
	{ name: 'offerwall', max: USER_MAX, isSignedIn: true, routes: ['offerwalls/wall-page'] },
	{ name: 'offer history', max: USER_MAX, isSignedIn: true, routes: ['offerwalls/offer-history-page'] },
	{ name: 'withdraw history', max: USER_MAX, isSignedIn: true, routes: ['withdrawals/withdraw-history-page'] },
];

/**
 * Adds up what each page loads: its entry, its route and the routes around it, and everything these import at once. For a
 * signed-in person also what the header loads later.
 * @param folder a finished `client` build.
 * @returns lines for the log. A page over its budget says so in capitals.
 */
export async function measurePages(folder) {
	const assets = join(folder, 'assets');
	const manifest = readManifest(assets);
	const later = readdirSync(assets).filter((file) => /^(account|clients)-.*\.js$/.test(file));
	return pages.map(({ name, max, routes, isSignedIn }) => {
		const files = new Set();
		const add = (file) => {
			if (files.has(file)) return;
			files.add(file);
			if (file.endsWith('.js')) for (const next of staticImports(join(assets, file))) add(next);
		};
		const entries = [manifest.entry, ...routes.flatMap((route) => withParents(manifest.routes, route))];
		for (const { module, imports = [], css = [] } of entries) {
			for (const file of [module, ...imports, ...css]) add(basename(file).replace(/#$/, ''));
		}
		add(manifest.file);
		if (isSignedIn) for (const file of later) add(file);
		const size = [...files].reduce(
			(sum, file) => sum + gzipSync(readFileSync(join(assets, file)), { level: 9 }).length,
			0,
		);
		const verdict = size > max ? `OVER the budget of ${kilobytes(max)}` : `of ${kilobytes(max)}`;
		return `  ${name.padEnd(17)} ${kilobytes(size)} ${verdict}`;
	});
}

/** The manifest is a script that sets a global: `window.__reactRouterManifest={...};`. */
function readManifest(assets) {
	const file = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name));
	if (!file) throw new Error('the build has no route manifest');
	const text = readFileSync(join(assets, file), 'utf8');
	return { ...JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)), file };
}

function withParents(routes, id) {
	const route = routes[id];
	if (!route) throw new Error(`the build has no route ${id}`);
	return route.parentId ? [...withParents(routes, route.parentId), route] : [route];
}

function staticImports(file) {
	const text = readFileSync(file, 'utf8');
	return [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name]) => name);
}

function kilobytes(bytes) {
	return `${(bytes / 1000).toFixed(1)} kB`;
}
