import { join } from 'node:path';
import { defaultBranding } from '../../../contract/branding.ts';
import type { PageWords } from '../../../contract/placeholders.ts';
import type { Config } from '../config.ts';
import { defaultColours } from './colours.ts';
import { fillPages } from './fill-pages.ts';

const BUILD = join(import.meta.dirname, '../../../build');

type Branded = Pick<Config, 'words' | 'look' | 'adminBanner' | 'sharedOrigin' | 'dataDir'>;

/** Returns the folder of the branded pages. @throws StartProblem if no folder is writable. */
export async function brandPages(config: Branded): Promise<string> {
	const { brandFirst, brandSecond } = config.words;
	const isRenamed = brandFirst + brandSecond !== defaultBranding.brandFirst + defaultBranding.brandSecond;
	return fillPages({
		built: join(BUILD, 'client'),
		// The build folder comes first, because it is the same for all DATA_DIRs; a service may not be able to write it.
		places: [join(BUILD, 'branded'), join(config.dataDir, 'pages')],
		words: wordsOfPages(config),
		look: { ...config.look, isRenamed },
	});
}

export function wordsOfPages({
	words,
	look,
	adminBanner,
	sharedOrigin,
}: Omit<Branded, 'dataDir'>): Omit<PageWords, 'version'> {
	const { paper, accent } = { ...defaultColours, ...look.colours };
	return {
		...words,
		...{ adminBanner, publicUrl: sharedOrigin },
		...{ paperLight: paper[0], paperDark: paper[1], accentLight: accent[0] },
	};
}
