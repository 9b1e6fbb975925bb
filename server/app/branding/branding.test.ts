import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { ASSETS_FOLDER, placeholder } from '../../../contract/placeholders.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { loadConfig } from '../config.ts';
import { type FillOptions, fillPages, wordsOfPages } from './brand-pages.ts';
import { defaultColours, unreadable } from './colours.ts';
import { fillText } from './placeholders.ts';

const ROOT = join(import.meta.dirname, '../../..');
const folder = testFolder();
let count = 0;
const fresh = () => join(folder, `${++count}`);

const NASTY = `A"b'c\`d\${e}$&<i>&amp;</script>\\n`;
const words = {
	...loadConfig({}).words,
	...{ brandFirst: NASTY, publicUrl: '', adminBanner: 'b', paperLight: '#ffffff', paperDark: '#000000' },
	...{ accentLight: '#0a6b4b', languages: 'en,de' },
};
const all = { ...words, version: '0000aaaa' };
const NAME = placeholder('brandFirst');

test.each([`"${NAME}"`, `'${NAME}'`, `\`${NAME}\``])(
	'a name with special characters is preserved in scripts, HTML and the manifest: %s',
	(code) => {
		expect(runInContext(fillText('.js', code, all), createContext({}))).toBe(NASTY);
		const page = `<p title="${NAME}">${NAME}</p><script>"${NAME}"</script><b>${NAME}</b>`;
		const html = fillText('.html', page, all);
		const escaped = 'A&quot;b&#39;c`d$' + '{e}$&amp;&lt;i&gt;&amp;amp;&lt;/script&gt;\\n';
		const [, script = ''] = /<script>(.*)<\/script>/.exec(html) ?? [];
		expect(html.replace(script, '')).toBe(`<p title="${escaped}">${escaped}</p><script></script><b>${escaped}</b>`);
		expect(runInContext(script, createContext({}))).toBe(NASTY);
		expect(JSON.parse(fillText('.webmanifest', `{"name":"${NAME}"}`, all))).toEqual({ name: NASTY });
	},
);

test('rejects a placeholder without a value', () => {
	expect(() => fillText('.js', '"@@brandfirst@@"', all)).toThrow('@@brandfirst@@');
});

function aBuild(page = `<style>p{}</style><script src="/${ASSETS_FOLDER}/a-1.js"></script>${NAME}`) {
	const built = join(fresh(), 'client');
	mkdirSync(join(built, 'en', ASSETS_FOLDER), { recursive: true });
	writeFileSync(join(built, '../web.stamp'), page);
	writeFileSync(join(built, 'en/index.html'), page);
	writeFileSync(join(built, 'en', ASSETS_FOLDER, 'a-1.js'), `"${NAME}"`.repeat(200));
	writeFileSync(join(built, 'en', ASSETS_FOLDER, 'b-1.js'), 'b()');
	writeFileSync(join(built, 'en', ASSETS_FOLDER, 'b-1.js.br'), 'b, packed');
	return built;
}
const look = { colours: {}, logo: undefined, isRenamed: false };
const fill = (built: string, change: Partial<FillOptions> = {}) =>
	fillPages({ built, places: [join(built, '../branded')], words, languages: ['en', 'de'], look, ...change });

test('pages are filled once per branding and build, recompressed if changed, and get a versioned path', async () => {
	const built = aBuild();
	const pages = await fill(built);
	const version = pages.slice(-8);
	const page = readFileSync(join(pages, 'en/index.html'), 'utf8');
	expect(page).toContain(`src="/assets/${version}/a-1.js"`);
	const assets = join(pages, 'en/assets', version);
	expect(readdirSync(assets).sort()).toEqual(['a-1.js', 'a-1.js.br', 'a-1.js.gz', 'b-1.js', 'b-1.js.br']);
	expect(brotliDecompressSync(readFileSync(join(assets, 'a-1.js.br'))).toString()).not.toContain('@@');
	expect(readFileSync(join(assets, 'b-1.js.br'), 'utf8')).toBe('b, packed');

	writeFileSync(join(pages, 'en/index.html'), 'kept');
	expect(await fill(built)).toBe(pages);
	expect(readFileSync(join(pages, 'en/index.html'), 'utf8')).toBe('kept');
	expect(await fill(built, { words: { ...words, currencySign: '€' } })).not.toBe(pages);
	writeFileSync(join(built, '../web.stamp'), 'another build');
	expect(await fill(built)).not.toBe(pages);
});

test('uses the next folder if the first one is not writable, and throws if none is', async () => {
	const built = aBuild();
	const file = join(fresh());
	writeFileSync(file, '');
	const second = fresh();
	expect(await fill(built, { places: [join(file, 'x'), second] })).toContain(second);
	await expect(fill(built, { places: [join(file, 'x')] })).rejects.toThrow("Couldn't prepare the pages in");
	expect(readdirSync(second)).toHaveLength(1);
});

test.runIf(process.platform === 'linux')(
	'uses the next folder if the first one is on a read-only file system',
	async () => {
		const second = fresh();
		expect(await fill(aBuild(), { places: ['/proc/branded', second] })).toContain(second);
	},
);

test('concurrent calls fill the pages once', async () => {
	const built = aBuild();
	const [one, other] = await Promise.all([fill(built), fill(built)]);
	expect(one).toBe(other);
	expect(readdirSync(join(built, '../branded'))).toHaveLength(1);
});

test('colours apply to every page, and a logo replaces every image', async () => {
	const built = aBuild();
	const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>');
	const pages = await fill(built, { look: { colours: { paper: ['#fffffe', '#000001'] }, logo, isRenamed: true } });
	const page = readFileSync(join(pages, 'en/index.html'), 'utf8');
	expect(page).toContain('p{}:root{--color-paper:light-dark(#fffffe,#000001)}.logo::before{');
	expect(readFileSync(join(pages, 'en/favicon.svg'))).toEqual(logo);
	for (const name of ['icon-192.png', 'icon-512.png', 'apple-touch-icon.png', 'share.png']) {
		expect(
			readFileSync(join(pages, 'en', name))
				.subarray(1, 4)
				.toString(),
		).toBe('PNG');
	}
});

function brandingFile(content: object, files: Record<string, string> = {}) {
	const at = fresh();
	mkdirSync(at);
	for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
	writeFileSync(join(at, 'brand.json'), JSON.stringify(content));
	return join(at, 'brand.json');
}

test('the branding file provides settings, and an explicit setting overrides it', () => {
	const BRANDING_FILE = brandingFile({
		brandFirst: 'Acme',
		currencySign: 'A$',
		colours: { accent: ['#004488', '#88ccff'] },
	});
	const { words: read, look: seen } = loadConfig({ BRANDING_FILE, CURRENCY_SIGN: '€', BRAND_FIRST: ' ' });
	expect(read).toMatchObject({ brandFirst: 'Acme', brandSecond: 'pass', currencySign: '€' });
	expect(seen.colours).toEqual({ accent: ['#004488', '#88ccff'] });
});

test.each([
	[{ brandfirst: 'x' }, 'brandfirst'],
	[{ brandFirst: 7 }, 'brandFirst: must be text'],
	[{ communityChatUrl: 'nowhere' }, 'COMMUNITY_CHAT_URL must be a web address'],
	[{ colours: { accent: ['red', '#000000'] } }, 'colours.accent.0: must be a colour such as #0a6b4b'],
	[{ colours: { ink: ['#777777', '#ffffff'] } }, 'ink on paper has a contrast of 4.1 in light'],
	[{ logo: 'gone.svg' }, "couldn't read the logo"],
	[{ logo: 'logo.txt' }, 'the logo must be SVG or PNG'],
])('the branding %j stops the start with a reason', (content, reason) => {
	const BRANDING_FILE = brandingFile(content, { 'logo.txt': 'x' });
	expect(() => loadConfig({ BRANDING_FILE })).toThrow(reason);
});

test('a missing or malformed branding file stops the start', () => {
	expect(() => loadConfig({ BRANDING_FILE: join(folder, 'gone.json') })).toThrow(
		"BRANDING_FILE: couldn't read the file",
	);
	const broken = brandingFile({});
	writeFileSync(broken, '{');
	expect(() => loadConfig({ BRANDING_FILE: broken })).toThrow('BRANDING_FILE: not valid JSON');
});

test('the default colours are readable and match the stylesheet', () => {
	expect(unreadable({})).toEqual([]);
	const style = readFileSync(join(ROOT, 'web/ui/style/tokens.css'), 'utf8');
	for (const [name, [light, dark]] of Object.entries(defaultColours)) {
		expect(style).toContain(`--color-${name}: light-dark(${light}, ${dark});`);
	}
});

const BUILT = join(ROOT, 'build/client');
const TEXTS = /\.(html|js|css|svg|webmanifest)$/;

test.skipIf(!existsSync(BUILT))(
	'two brands from one build contain no words of each other or of the default brand',
	() => {
		const files = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) => TEXTS.test(name));
		for (const [own, other] of [
			['Acme', 'Bolt'],
			['Bolt', 'Acme'],
		]) {
			const BRANDING_FILE = brandingFile({
				...{ brandFirst: own, brandSecond: `${own}win`, platformName: `${own}world`, currencyName: `${own}coins` },
				...{ currencySign: `${own}¤`, legalContact: `help@${own}.example` },
				...{ communityChatUrl: `https://chat.${own}.example/`, gameCreationUrl: `https://make.${own}.example/` },
			});
			const texts = { ...wordsOfPages(loadConfig({ BRANDING_FILE })), version: '0000aaaa' };
			// Allows the names of two calls of the contract, which are fixed.
			const foreign = new RegExp(`Loot|Robux|Roblox(?!(User|Games)\`)|R\\$(?!\\{)|lootpass\\.|@@\\w+@@|${other}`);
			const filled = new Map(
				files.map((name) => [name, fillText(extname(name), readFileSync(join(BUILT, name), 'utf8'), texts)]),
			);
			for (const [name, text] of filled) expect(foreign.exec(text), name).toBeNull();
			for (const name of ['en/index.html', 'de/app-de.webmanifest', 'en/favicon.svg']) {
				expect(filled.get(name)).toContain(`${own}${own}win`);
			}
		}
	},
);
