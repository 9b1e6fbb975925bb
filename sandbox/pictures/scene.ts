import { type Palette, palette, pick, randomFrom } from './palette.ts';

export function scenePicture(id: number): string {
	const random = randomFrom(id);
	const colours = palette(random);
	const scene = pick(random, scenes)(colours, random);
	const sky = `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${colours.sky}"/><stop offset="1" stop-color="${colours.glow}"/></linearGradient>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150" width="150" height="150"><defs>${sky}</defs><rect width="150" height="150" fill="url(#s)"/>${scene}</svg>`;
}

type Scene = (colours: Palette, random: () => number) => string;

const mountains: Scene = ({ far, near, accent, ink, glow }, random) => {
	const sunX = 30 + random() * 90;
	return (
		`<circle cx="${sunX.toFixed(0)}" cy="46" r="20" fill="${accent}"/>` +
		`<path d="M-10 118L38 58l26 32 24-26 72 66v40H-10z" fill="${far}"/><path d="M38 58l-13 17 9 5 7-5 7 7 6-2z" fill="${glow}"/>` +
		`<path d="M-10 150v-22q40-26 80-6t90-10v38z" fill="${near}"/><path d="M24 132l8-26 8 26zM44 138l6-20 6 20zM112 130l9-30 9 30z" fill="${ink}"/>`
	);
};

const city: Scene = ({ far, near, accent, ink, glow }, random) => {
	const towers = Array.from({ length: 6 }, (_, index) => {
		const height = 40 + random() * 62;
		const x = index * 25 + 2;
		const lights = Array.from({ length: 5 }, (_, row) =>
			random() > 0.4
				? `<rect x="${x + 5}" y="${(150 - height + 9 + row * 13).toFixed(0)}" width="5" height="6" fill="${accent}"/><rect x="${x + 13}" y="${(150 - height + 9 + row * 13).toFixed(0)}" width="5" height="6" fill="${glow}"/>`
				: '',
		).join('');
		return `<rect x="${x}" y="${(150 - height).toFixed(0)}" width="23" height="${height.toFixed(0)}" rx="3" fill="${index % 2 ? near : ink}"/>${lights}`;
	}).join('');
	return `<circle cx="112" cy="36" r="16" fill="${accent}" opacity=".9"/><path d="M0 150V92h22V74h26v26h20V66h30v30h24V80h28v70z" fill="${far}"/>${towers}`;
};

const sea: Scene = ({ far, near, accent, ink, glow }, random) => {
	const boatX = 34 + random() * 50;
	const x = boatX.toFixed(0);
	return (
		`<circle cx="75" cy="72" r="30" fill="${accent}"/><rect y="84" width="150" height="66" fill="${far}"/>` +
		`<path d="M${x} 80l0-46 30 40zM${x} 80l-5-38-20 32z" fill="${glow}"/><path d="M${boatX - 30} 82h66l-10 18h-44z" fill="${ink}"/>` +
		`<path d="M0 110q19-12 37.500 0t37.500 0 37.500 0 37.500 0v40H0z" fill="${near}"/><path d="M0 130q19-10 37.500 0t37.500 0 37.500 0 37.500 0v20H0z" fill="${ink}" opacity=".55"/>`
	);
};

const space: Scene = ({ far, near, accent, ink, glow }, random) => {
	const stars = Array.from(
		{ length: 16 },
		() =>
			`<circle cx="${(random() * 150).toFixed(0)}" cy="${(random() * 150).toFixed(0)}" r="${(0.8 + random() * 1.6).toFixed(1)}" fill="${glow}"/>`,
	).join('');
	return (
		`<rect width="150" height="150" fill="${ink}"/>${stars}<circle cx="82" cy="70" r="36" fill="${far}"/><path d="M82 34a36 36 0 0 1 0 72 46 46 0 0 0 0-72z" fill="${near}"/>` +
		`<ellipse cx="82" cy="72" rx="60" ry="12" fill="none" stroke="${accent}" stroke-width="6" transform="rotate(-18 82 72)"/><path d="M47 62a36 36 0 0 1 70 0q-36 14-70 0z" fill="${far}"/>` +
		`<circle cx="32" cy="120" r="12" fill="${accent}"/>`
	);
};

const meadow: Scene = ({ far, near, accent, ink, glow }, random) => {
	const flowers = Array.from({ length: 7 }, (_, index) => {
		const x = 10 + index * 21 + random() * 6;
		const y = 118 + random() * 20;
		return `<path d="M${x.toFixed(0)} ${y.toFixed(0)}v14" stroke="${ink}" stroke-width="2"/><circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="5" fill="${index % 2 ? accent : glow}"/>`;
	}).join('');
	return (
		`<circle cx="36" cy="38" r="17" fill="${accent}"/><path d="M0 100q40-40 84-14t66-10v74H0z" fill="${far}"/><rect x="100" y="62" width="9" height="36" fill="${ink}"/>` +
		`<circle cx="104" cy="50" r="24" fill="${near}"/><circle cx="92" cy="60" r="14" fill="${near}"/><path d="M0 122q50-26 90-10t60-6v44H0z" fill="${near}"/>${flowers}`
	);
};

const scenes: readonly Scene[] = [mountains, city, sea, space, meadow];
