import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ASSETS_FOLDER } from '../../contract/placeholders.ts';

/** Gzipped bytes of script and style. */
const PUBLIC_MAX = 136_000;
const USER_MAX = 166_000;
const ADMIN_MAX = 186_000;
const ADMIN_PAGES = 'app/admin-area.route';
const ADMIN_PAGE = /\([`"'](\/admin[^`"']*)[`"'],[`"'][^`"']*[`"'],\(\)=>.*?import\([`"']\.\/([^`"']+)[`"']\)/gs;
const userPage = (name, route, path) => ({ name, path, max: USER_MAX, isSignedIn: true, route });
export const pages = [
	{ name: 'home', max: PUBLIC_MAX, route: 'home/home-page' },
	{ name: 'landing', max: PUBLIC_MAX, route: 'accounts/sign-in/landing-page' },
	{ name: 'sign-up', max: PUBLIC_MAX, route: 'accounts/sign-up/sign-up-page' },
	{ name: 'links of emails', max: PUBLIC_MAX, route: 'verify-email' },
	{ name: 'help', max: PUBLIC_MAX, route: 'help/help-page' },
	{ name: 'proof', max: PUBLIC_MAX, route: 'proof/proof-page' },
	{ name: 'status', max: PUBLIC_MAX, route: 'proof/status-page' },
	{ name: 'earnings', max: PUBLIC_MAX, route: 'proof/earnings-page' },
	{ name: 'privacy policy', max: PUBLIC_MAX, route: 'legal/privacy-policy-page' },
	{ name: 'terms of service', max: PUBLIC_MAX, route: 'legal/terms-of-service-page' },
	{ name: 'accessibility', max: PUBLIC_MAX, route: 'legal/accessibility-page' },
	{ name: 'data retention', max: PUBLIC_MAX, route: 'legal/data-retention-page' },
	{ name: 'admin login', max: USER_MAX, route: 'accounts/sign-in/admin-login-page' },
	userPage('withdraw', 'withdrawals/withdraw-page', '/withdraw'),
	userPage('earn', 'offerwalls/earn-page', '/earn'),
	userPage('offer', 'offerwalls/offers/offer-page'),
	userPage('offerwall', 'offerwalls/wall-page'),
	userPage('offer history', 'offerwalls/offer-history-page', '/offer-history'),
	userPage('account', 'accounts/account/account-page', '/account'),
	userPage('withdraw history', 'withdrawals/history/withdraw-history-page', '/withdraw-history'),
	userPage('invite', 'growth/invite-page'),
	userPage('delete account', 'accounts/deletion/delete-account-page', '/delete-account'),
	{ name: 'admin area', max: ADMIN_MAX, isSignedIn: true, route: ADMIN_PAGES, hasTable: true },
];

export function filesOfPages(folder) {
	const assets = join(folder, ASSETS_FOLDER);
	const manifest = readManifest(assets);
	const chunksOf = (names) => readdirSync(assets).filter((file) => new RegExp(`^(${names})-.{8}\\.js$`).test(file));
	const textOf = (file) => readFileSync(join(assets, file), 'utf8');
	return pages.flatMap(({ name, path, max, route, isSignedIn, hasTable }) => {
		const files = new Set();
		const add = (file) => {
			if (files.has(file)) return;
			files.add(file);
			if (file.endsWith('.js')) for (const next of staticImports(join(assets, file))) add(next);
		};
		const entries = [manifest.entry, ...withParents(manifest.routes, route)];
		for (const { module, imports = [], css = [] } of entries) {
			for (const file of [module, ...imports, ...css]) add(basename(file).replace(/#$/, ''));
		}
		add(manifest.file);
		if (isSignedIn) for (const file of chunksOf(hasTable ? 'account|clients' : 'account|clients|navigation')) add(file);
		if (!hasTable) return { name, path, max, files: [...files] };
		const common = [...files];
		const tables = common
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => [...textOf(file).matchAll(ADMIN_PAGE)]);
		return tables.map(([, address, file]) => {
			files.clear();
			for (const each of [...common, file]) add(each);
			return { name: address, path: address, max, files: [...files] };
		});
	});
}

export function measurePages(folder) {
	const weigh = (file) => weighText(readFileSync(join(folder, ASSETS_FOLDER, file)));
	const style = weighText(styleOf(readFileSync(join(folder, '__spa-fallback.html'), 'utf8')));
	return filesOfPages(folder).map(({ name, max, files }) => ({
		name,
		bytes: files.reduce((sum, file) => sum + weigh(file), style),
		max,
	}));
}

function weighText(text) {
	return gzipSync(text, { level: 9 }).length;
}

function styleOf(html) {
	const [, style] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
	if (!style) throw new Error('the pages have no style');
	return style;
}

/** Measures each page in its heaviest language. @returns {{ name: string, bytes: number, max: number }[]} */
export function measureHeaviest(folder, languages) {
	const [first, ...others] = languages.map((language) => measurePages(join(folder, language)));
	return first.map((page, index) => ({
		...page,
		bytes: Math.max(page.bytes, ...others.map((each) => each[index].bytes)),
	}));
}

export function describePage({ name, bytes, max }) {
	return `  ${name.padEnd(29)} ${kilobytes(bytes)} ${bytes > max ? 'OVER the budget of' : 'of'} ${kilobytes(max)}`;
}

/** The manifest is a script: `window.__reactRouterManifest={...};`. */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const folder = fileURLToPath(new URL('../../build/client', import.meta.url));
	const measured = measureHeaviest(folder, readdirSync(folder));
	for (const page of measured) console.log(describePage(page));
	if (measured.some(({ bytes, max }) => bytes > max)) process.exitCode = 1;
}
