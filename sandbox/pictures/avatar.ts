import { type Palette, palette, pick, randomFrom } from './palette.ts';

const skins = ['#f6d2b3', '#e8b48a', '#c98a5e', '#9a6240', '#6f452c', '#ffdfc7'];

export function avatarPicture(id: number): string {
	const random = randomFrom(id);
	const colours = palette(random);
	const skin = pick(random, skins);
	const hair = pick(random, [colours.ink, '#2b1d16', '#6b4423', colours.near, '#d9a441']);
	const parts = [
		`<rect width="150" height="150" fill="${colours.sky}"/>`,
		`<circle cx="75" cy="64" r="58" fill="${colours.glow}" opacity=".75"/>`,
		body(colours, random),
		`<rect x="65" y="84" width="20" height="24" rx="9" fill="${skin}"/>`,
		`<path d="M65 94q10 8 20 0v6q-10 7-20 0z" fill="#000" opacity=".12"/>`,
		`<rect x="46" y="32" width="58" height="62" rx="${pick(random, [20, 24, 29])}" fill="${skin}"/>`,
		pick(random, hairStyles)(hair, colours),
		face(random),
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150" width="150" height="150">${parts.join('')}</svg>`;
}

function body(colours: Palette, random: () => number): string {
	const shirt = `<path d="M18 150q2-46 40-50h34q38 4 40 50z" fill="${colours.near}"/>`;
	const details = [
		`<path d="M58 100l17 18 17-18z" fill="${colours.accent}"/>`,
		`<rect x="66" y="100" width="18" height="50" fill="${colours.accent}" opacity=".9"/>`,
		`<path d="M24 128h102l3 11H21z" fill="${colours.accent}" opacity=".9"/>`,
		`<circle cx="102" cy="128" r="8" fill="${colours.accent}"/>`,
	];
	return shirt + pick(random, details);
}

const hairStyles: readonly ((hair: string, colours: Palette) => string)[] = [
	(hair) => `<path d="M42 58q-2-34 33-34t33 34q-8-16-22-18-22 6-36 0-6 6-8 18z" fill="${hair}"/>`,
	(hair) => `<path d="M40 84V54q0-32 35-32t35 32v30q-7-4-8-30-26 2-40-8-12 8-14 8-1 28-8 30z" fill="${hair}"/>`,
	(hair, { accent }) =>
		`<path d="M42 50q2-28 33-28t33 28z" fill="${accent}"/><rect x="38" y="46" width="74" height="9" rx="4.5" fill="${hair}"/>`,
	(hair) =>
		`<circle cx="52" cy="38" r="13" fill="${hair}"/><circle cx="75" cy="29" r="15" fill="${hair}"/><circle cx="98" cy="38" r="13" fill="${hair}"/>`,
	(hair) =>
		`<circle cx="75" cy="17" r="11" fill="${hair}"/><path d="M44 54q0-29 31-29t31 29q-31-16-62 0z" fill="${hair}"/>`,
];

function face(random: () => number): string {
	const eyes = pick(random, [
		'<circle cx="63" cy="64" r="3.6"/><circle cx="87" cy="64" r="3.6"/>',
		'<rect x="59" y="60" width="6.5" height="9" rx="3"/><rect x="84.500" y="60" width="6.500" height="9" rx="3"/>',
		'<path d="M57 65q6-7 12 0M81 65q6-7 12 0" fill="none" stroke="#1c1512" stroke-width="3.2" stroke-linecap="round"/>',
	]);
	const mouth = pick(random, ['M66 79q9 8 18 0', 'M67 80h16', 'M65 78q10 12 20 0z']);
	const filled = mouth.endsWith('z') ? '#fff' : 'none';
	return `<g fill="#1c1512">${eyes}</g><path d="${mouth}" fill="${filled}" stroke="#1c1512" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`;
}
