// node scripts/release/production.mjs FOLDER: turns a copy of a clone with built pages into what a release contains.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHIPPED =
	/^((contract|db|deploy|docs|server)\/|scripts\/[\w-]+\.mjs$|(CHANGELOG|README|SECURITY)\.md$|LICENSE$|THIRD-PARTY-NOTICES$|package(-lock)?\.json$|\.npmrc$)/;
const LEFT_OUT = /\.test\.\w+$|^scripts\/(gate|gate-results|settings-page)\.mjs$|^docs\/pictures\//;
const BUILT = /^build\/(client\/|web\.stamp$)/;
const SCRIPTS = ['prestart', 'start', 'precli', 'cli'];

export function isShipped(file) {
	return (SHIPPED.test(file) && !LEFT_OUT.test(file)) || BUILT.test(file);
}

/** The manifest and lock file without packages for building and testing. npm alone would also install optional peers. */
export function productionManifests(manifest, { packages, ...lock }) {
	const { devDependencies: _, allowScripts, scripts, ...rest } = manifest;
	const own = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
	const { devDependencies: __, ...root } = packages[''];
	const wanted = packagesOf(packages, own);
	const pick = (all = {}, isWanted) => Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));
	return {
		'package.json': {
			...rest,
			scripts: pick(scripts, (name) => SCRIPTS.includes(name)),
			allowScripts: pick(allowScripts, (name) => own.includes(name)),
		},
		'package-lock.json': { ...lock, packages: { '': root, ...pick(packages, (path) => wanted.has(path)) } },
	};
}

/** @returns the paths of the named packages and of all that they need, on any platform. */
export function packagesOf(packages, names) {
	const found = new Set();
	const visit = (from, name) => {
		const path = findPackage(packages, from, name);
		if (path === undefined || found.has(path)) return;
		found.add(path);
		const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta: meta } = packages[path];
		const peers = Object.keys(peerDependencies).filter((peer) => !meta?.[peer]?.optional);
		for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) visit(path, next);
	};
	for (const name of names) visit('', name);
	return found;
}

/** Node looks in the package's own folder first, then in those above. */
function findPackage(packages, from, name) {
	const path = `${from && `${from}/`}node_modules/${name}`;
	if (packages[path]) return path;
	return from === ''
		? undefined
		: findPackage(packages, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)), name);
}

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** @returns the text of the production manifest and lock file by file name. */
export function productionTexts(root) {
	const [manifest, lock] = ['package.json', 'package-lock.json'].map((file) => readJson(join(root, file)));
	const files = Object.entries(productionManifests(manifest, lock));
	return Object.fromEntries(files.map(([file, content]) => [file, `${JSON.stringify(content, null, 2)}\n`]));
}

function keepProduction(folder) {
	if (existsSync(join(folder, '.git'))) throw new Error(`${folder} is a clone. Name a copy without .git.`);
	for (const [file, text] of Object.entries(productionTexts(folder))) writeFileSync(join(folder, file), text);
	removeBelow(folder, folder);
}

function removeBelow(root, folder) {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (path === join(root, 'node_modules')) continue;
		if (entry.isDirectory()) {
			removeBelow(root, path);
			if (readdirSync(path).length === 0) rmSync(path, { recursive: true });
		} else if (!isShipped(relative(root, path))) rmSync(path);
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) keepProduction(resolve(process.argv[2] ?? '.'));
