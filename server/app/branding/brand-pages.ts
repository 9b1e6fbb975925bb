import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import sharp from 'sharp';
import { defaultBranding } from '../../../contract/branding.ts';
import { type PageWords, placeholder } from '../../../contract/placeholders.ts';
import { reasonOf, StartProblem } from '../../lib/start-problem.ts';
import type { Config } from '../config.ts';
import { type Colours, defaultColours } from './colours.ts';
import { fillText, TEXT } from './placeholders.ts';
import { precompressFile } from './precompress.ts';

const BUILD = join(import.meta.dirname, '../../../build');

type Branded = Pick<Config, 'words' | 'look' | 'adminBanner' | 'sharedOrigin' | 'languages' | 'dataDir'>;

/** @throws StartProblem if no folder is writable. */
export async function brandPages(config: Branded): Promise<string> {
	const { brandFirst, brandSecond } = config.words;
	const isRenamed = brandFirst + brandSecond !== defaultBranding.brandFirst + defaultBranding.brandSecond;
	return fillPages({
		built: join(BUILD, 'client'),
		// The build folder is the same for all DATA_DIRs, but a service may not be able to write it.
		places: [join(BUILD, 'branded'), join(config.dataDir, 'pages')],
		words: wordsOfPages(config),
		languages: config.languages,
		look: { ...config.look, isRenamed },
	});
}

export function wordsOfPages({
	words,
	look,
	adminBanner,
	sharedOrigin,
	languages,
}: Omit<Branded, 'dataDir'>): Omit<PageWords, 'version'> {
	const { paper, accent } = { ...defaultColours, ...look.colours };
	return {
		...words,
		...{ adminBanner, publicUrl: sharedOrigin, languages: languages.join() },
		...{ paperLight: paper[0], paperDark: paper[1], accentLight: accent[0] },
	};
}

export type FillOptions = {
	built: string;
	places: readonly string[];
	words: Omit<PageWords, 'version'>;
	languages: readonly string[];
	look: Look;
};

const VERSION_LENGTH = 8;
/** Versions to keep, because several sites and versions may share a folder. */
const VERSIONS_MAX = 6;
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'ENOENT']);

export async function fillPages(options: FillOptions): Promise<string> {
	const { built, places } = options;
	const stamp = await readFile(join(dirname(built), 'web.stamp'), 'utf8').catch(() => undefined);
	if (stamp === undefined) return built;
	const name = versionOf(stamp, options);
	const known = places.map((place) => join(place, name)).find(isReadable);
	if (known) {
		await utimes(known, new Date(), new Date()).catch(() => {});
		return known;
	}
	let problem: unknown;
	for (const place of places) {
		try {
			return await makeIn(place, name, options);
		} catch (error) {
			problem = error;
			if (!UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) break;
		}
	}
	const where = places.join(' or ');
	throw new StartProblem(`Couldn't prepare the pages in ${where}: ${reasonOf(problem)}.`, { cause: problem });
}

function isReadable(folder: string): boolean {
	try {
		accessSync(folder, constants.R_OK);
		return true;
	} catch {
		return false;
	}
}

function versionOf(stamp: string, { words, look }: FillOptions): string {
	const parts = JSON.stringify([stamp, words, look.colours, look.logo?.toString('base64')]);
	return createHash('sha256').update(parts).digest('hex').slice(0, VERSION_LENGTH);
}

async function makeIn(place: string, version: string, options: FillOptions): Promise<string> {
	// Not recursive, because a recursive mkdir reports a read-only file system as ENOENT, or never ends.
	await mkdir(place).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	const workshop = await mkdtemp(join(place, '.making-'));
	const folder = join(place, version);
	try {
		await fillInto(workshop, version, options);
		await rename(workshop, folder).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
		});
	} finally {
		await rm(workshop, { recursive: true, force: true });
	}
	await forgetOld(place);
	return folder;
}

async function fillInto(folder: string, version: string, { built, words, languages, look }: FillOptions) {
	const all: PageWords = { ...words, version };
	const style = styleOf(look);
	const spoken = (await readdir(built)).filter((name) => languages.includes(name));
	const folders = spoken.map((name) => readdir(join(built, name), { recursive: true, withFileTypes: true }));
	const entries = (await Promise.all(folders)).flat();
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const placeOf = (file: string) =>
		join(
			folder,
			relative(built, file).replaceAll(placeholder('version'), () => version),
		);
	await Promise.all(
		[...new Set(files.map((file) => dirname(placeOf(file))))].map((each) => mkdir(each, { recursive: true })),
	);
	const compressed = files.filter((file) => /\.(br|gz)$/.test(file));
	const changed = new Set<string>();
	await Promise.all(
		files.map(async (file) => {
			if (compressed.includes(file)) return;
			const text = TEXT.test(file) ? await readFile(file, 'utf8') : '';
			const filled = withStyle(file, fillText(extname(file), text, all), style);
			if (filled === text) return copyFile(file, placeOf(file));
			changed.add(file);
			await writeFile(placeOf(file), filled);
			await precompressFile(placeOf(file));
		}),
	);
	const stillTrue = compressed.filter((file) => !changed.has(file.slice(0, -3)));
	await Promise.all(stillTrue.map((file) => copyFile(file, placeOf(file))));
	for (const [name, picture] of await picturesOf(look)) {
		for (const language of spoken) await writeFile(join(folder, language, name), picture);
	}
}

function withStyle(file: string, text: string, style: string): string {
	if (style === '') return text;
	if (file.endsWith('offline.css')) return text + style;
	return file.endsWith('.html') ? text.replace('</style>', () => `${style}</style>`) : text;
}

async function forgetOld(place: string): Promise<void> {
	const made = await Promise.all(
		(await readdir(place)).map(async (name) => ({ name, startedMs: (await stat(join(place, name))).mtimeMs })),
	);
	const old = made.sort((a, b) => b.startedMs - a.startedMs).slice(VERSIONS_MAX);
	await Promise.all(old.map(({ name }) => rm(join(place, name), { recursive: true, force: true })));
}

export type Look = { colours: Colours; logo: Buffer | undefined; isRenamed: boolean };

const LOGO_STYLE =
	'.logo::before{content:"";width:2rem;height:2rem;background:url(/favicon.svg) center/contain no-repeat}';
const PASS =
	'<path d="M6 4h20a4 4 0 0 1 4 4v5a3 3 0 0 0 0 6v5a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4v-5a3 3 0 0 0 0-6V8a4 4 0 0 1 4-4Z"/>';
const TICK =
	'<path fill="none" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" d="m10 16.500 4 4 8-9"/>';
/** Systems may cut an icon to a circle of 80% of its width; a square of this share fits into it. */
const MASKED_SHARE = 0.56;
const SHARED = { width: 1200, height: 630, mark: 360 };

export function styleOf({ colours, logo }: Look): string {
	const own = Object.entries(colours).map(([name, [light, dark]]) => `--color-${name}:light-dark(${light},${dark})`);
	return (own.length > 0 ? `:root{${own.join(';')}}` : '') + (logo ? LOGO_STYLE : '');
}

export async function picturesOf({ colours, logo, isRenamed }: Look): Promise<ReadonlyMap<string, Buffer>> {
	if (!logo && !isRenamed && Object.keys(colours).length === 0) return new Map();
	const { paper, accent, 'on-accent': onAccent } = { ...defaultColours, ...colours };
	const mark = logo ? await asSvg(logo) : markOf(accent[0], onAccent[0]);
	const ground = logo ? paper[0] : accent[0];
	const drawn = logo ? mark : markOf(onAccent[0], accent[0]);
	const square = async (size: number) => draw(drawn, Math.round(size * MASKED_SHARE), ground, [size, size]);
	return new Map([
		['favicon.svg', mark],
		['icon-192.png', await square(192)],
		['icon-512.png', await square(512)],
		['apple-touch-icon.png', await square(180)],
		['share.png', await draw(mark, SHARED.mark, paper[0], [SHARED.width, SHARED.height])],
	]);
}

function markOf(pass: string, tick: string): Buffer {
	const drawn = `<g fill="${pass}">${PASS}</g><g stroke="${tick}">${TICK}</g>`;
	return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawn}</svg>`);
}

async function asSvg(logo: Buffer): Promise<Buffer> {
	const { format, width, height } = await sharp(logo).metadata();
	if (format === 'svg') return logo;
	const data = `data:image/png;base64,${(await sharp(logo).png().toBuffer()).toString('base64')}`;
	const image = `<image width="${width}" height="${height}" href="${data}"/>`;
	return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${image}</svg>`);
}

async function draw(mark: Buffer, size: number, ground: string, [width, height]: [number, number]): Promise<Buffer> {
	const fit = { fit: 'contain', background: '#0000' } as const;
	const drawn = await sharp(mark, { density: 600 }).resize(size, size, fit).png().toBuffer();
	const canvas = sharp({ create: { width, height, channels: 3, background: ground } });
	return canvas
		.composite([{ input: drawn, gravity: 'centre' }])
		.png()
		.toBuffer();
}
