import { type Palette, palette, pick, randomFrom } from './palette.ts';

export function scenePicture(id: number): string {
	const random = randomFrom(id);
	const colours = palette(random);
	const scene = pick(random, scenes)(colours, 30 + Math.round(random() * 90));
	const sky = `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${colours.sky}"/><stop offset="1" stop-color="${colours.glow}"/></linearGradient>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150" width="150" height="150"><defs>${sky}</defs><rect width="150" height="150" fill="url(#s)"/>${scene}</svg>`;
}

type Scene = (colours: Palette, x: number) => string;

const mountains: Scene = ({ far, near, accent, ink, glow }, x) =>
	`<circle cx="${x}" cy="46" r="20" fill="${accent}"/>` +
	`<path d="M-10 118L38 58l26 32 24-26 72 66v40H-10z" fill="${far}"/><path d="M38 58l-13 17 9 5 7-5 7 7 6-2z" fill="${glow}"/>` +
	`<path d="M-10 150v-22q40-26 80-6t90-10v38z" fill="${near}"/><path d="M24 132l8-26 8 26zM44 138l6-20 6 20zM112 130l9-30 9 30z" fill="${ink}"/>`;

const sea: Scene = ({ far, near, accent, ink, glow }, x) =>
	`<circle cx="75" cy="72" r="30" fill="${accent}"/><rect y="84" width="150" height="66" fill="${far}"/>` +
	`<path d="M${x} 80l0-46 30 40zM${x} 80l-5-38-20 32z" fill="${glow}"/><path d="M${x - 30} 82h66l-10 18h-44z" fill="${ink}"/>` +
	`<path d="M0 110q19-12 37.500 0t37.500 0 37.500 0 37.500 0v40H0z" fill="${near}"/>`;

const meadow: Scene = ({ far, near, accent, ink }, x) =>
	`<circle cx="${x}" cy="38" r="17" fill="${accent}"/><path d="M0 100q40-40 84-14t66-10v74H0z" fill="${far}"/><rect x="100" y="62" width="9" height="36" fill="${ink}"/>` +
	`<circle cx="104" cy="50" r="24" fill="${near}"/><circle cx="92" cy="60" r="14" fill="${near}"/><path d="M0 122q50-26 90-10t60-6v44H0z" fill="${near}"/>`;

const scenes: readonly Scene[] = [mountains, sea, meadow];
