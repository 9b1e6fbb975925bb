import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../lib/folders.ts';
import { reasonOf } from '../../lib/start-problem.ts';
import { settingOf, type Word } from '../settings.ts';
import { type ColourName, coloursInText, defaultColours, unreadable } from './colours.ts';

const LOGO_BYTES_MAX = 512 * 1024;
const PICTURE = /^(\x89PNG|(\ufeff|\s)*<(\?xml|!--|svg))/;

const word = z.string('must be text').optional();
const colour = z
	.string('must be a colour such as #0a6b4b')
	.regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0a6b4b');
const schema = z.strictObject({
	...(Object.fromEntries(Object.keys(settingOf).map((name) => [name, word])) as Record<Word, typeof word>),
	colours: z
		.partialRecord(
			z.enum(Object.keys(defaultColours) as [ColourName]),
			z.tuple([colour, colour], 'must have two colours, for light and dark'),
		)
		.default({}),
	logo: z.string('must be a file name').optional(),
});

export type BrandingFile = { settings: Readonly<Record<string, string>>; problems: readonly string[] };

const NOTHING: BrandingFile = { settings: {}, problems: [] };

export function readBrandingFile(file: string | undefined): BrandingFile {
	if (file === undefined) return NOTHING;
	const read = parse(file);
	if (typeof read === 'string') return { ...NOTHING, problems: [read] };
	const { colours, logo: logoFile, ...words } = read;
	const settings: Record<string, string> = {};
	for (const [name, text] of Object.entries(words)) if (text !== undefined) settings[settingOf[name as Word]] = text;
	const logo = logoFile === undefined ? undefined : readLogo(resolve(dirname(file), logoFile));
	if (Object.keys(colours).length > 0) settings.COLOURS = coloursInText(colours);
	if (Buffer.isBuffer(logo)) settings.LOGO = `data:;base64,${logo.toString('base64')}`;
	return { settings, problems: [...unreadable(colours), ...(typeof logo === 'string' ? [logo] : [])] };
}

function parse(file: string): z.output<typeof schema> | string {
	try {
		const parsed = schema.safeParse(readJson(file));
		if (parsed.success) return parsed.data;
		const [issue] = parsed.error.issues;
		return `${issue?.path.join('.') || 'it'}: ${issue?.message}`;
	} catch (error) {
		return error instanceof SyntaxError ? 'not valid JSON' : `couldn't read the file (${reasonOf(error)})`;
	}
}

function readLogo(file: string): Buffer | string {
	try {
		const logo = readFileSync(file);
		if (logo.length > LOGO_BYTES_MAX) return `the logo is larger than ${LOGO_BYTES_MAX / 1024} kB`;
		return PICTURE.test(logo.toString('latin1', 0, 200)) ? logo : 'the logo must be SVG or PNG';
	} catch (error) {
		return `couldn't read the logo (${reasonOf(error)})`;
	}
}
