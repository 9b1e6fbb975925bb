/** Light and dark value of each colour in `web/ui/style/tokens.css`. */
export const defaultColours = {
	paper: ['#f6f5f0', '#0f1312'],
	card: ['#ffffff', '#171c1a'],
	sunken: ['#f0eee7', '#1f2523'],
	line: ['#e2dfd5', '#2b322f'],
	edge: ['#85887f', '#737c77'],
	ink: ['#17201c', '#ecefea'],
	soft: ['#565e58', '#a6aea9'],
	accent: ['#0a6b4b', '#62d2a5'],
	'accent-strong': ['#07543b', '#86e3bd'],
	'on-accent': ['#ffffff', '#06251a'],
	tint: ['#e4f1ea', '#16322a'],
	stub: ['#0a6b4b', '#123a2d'],
	'on-stub': ['#ffffff', '#e6f5ee'],
	'on-stub-soft': ['#d2eade', '#a9cfbf'],
} as const satisfies Record<string, Colour>;

export type Colour = readonly [light: string, dark: string];
export type ColourName = keyof typeof defaultColours;
export type Colours = Readonly<Partial<Record<ColourName, Colour>>>;

const pairs: readonly (readonly [text: ColourName, ground: ColourName])[] = [
	['ink', 'paper'],
	['ink', 'card'],
	['ink', 'sunken'],
	['ink', 'tint'],
	['soft', 'paper'],
	['soft', 'card'],
	['accent', 'paper'],
	['accent', 'card'],
	['accent', 'tint'],
	['on-accent', 'accent'],
	['on-accent', 'accent-strong'],
	['on-stub', 'stub'],
	['on-stub-soft', 'stub'],
];
/** For text of any size: WCAG 2.2 AA. */
const CONTRAST_MIN = 4.5;

export function readColours(text: string): Colours | string {
	const lines = text.split('\n').flatMap((line) => line.trim() || []);
	const found = lines.map((line) => /^([a-z-]+) +(#[\da-f]{6}) +(#[\da-f]{6})$/i.exec(line) ?? []);
	if (found.some(([, name = '']) => !Object.hasOwn(defaultColours, name))) {
		return 'lines of a name, a light and a dark colour, such as “accent #0a6b4b #62d2a5”';
	}
	const colours: Colours = Object.fromEntries(found.map(([, name, light, dark]) => [name, [light, dark]]));
	const [problem] = unreadable(colours);
	return problem === undefined ? colours : `readable: ${problem}`;
}

export function coloursInText(colours: Colours): string {
	return Object.entries(colours)
		.map(([name, values]) => [name, ...values].join(' '))
		.join('\n');
}

export function unreadable(colours: Colours): string[] {
	const all = { ...defaultColours, ...colours };
	return pairs.flatMap(([text, ground]) =>
		(['light', 'dark'] as const).flatMap((theme, index) => {
			const contrast = contrastOf(all[text][index] ?? '', all[ground][index] ?? '');
			if (contrast >= CONTRAST_MIN) return [];
			return [
				`${text} on ${ground} has a contrast of ${contrast.toFixed(1)} in ${theme}; at least ${CONTRAST_MIN} is needed`,
			];
		}),
	);
}

function contrastOf(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
