import { palette, pick, randomFrom } from './palette.ts';

const skins = ['#f6d2b3', '#e8b48a', '#c98a5e', '#9a6240', '#6f452c', '#ffdfc7'];
const mouths = ['M66 79q9 8 18 0', 'M67 80h16', 'M65 78q10 12 20 0'];

export function avatarPicture(id: number): string {
	const random = randomFrom(id);
	const { sky, glow, near, accent, ink } = palette(random);
	const skin = pick(random, skins);
	const parts = [
		`<rect width="150" height="150" fill="${sky}"/><circle cx="75" cy="64" r="58" fill="${glow}" opacity=".75"/>`,
		`<path d="M18 150q2-46 40-50h34q38 4 40 50z" fill="${near}"/><path d="M58 100l17 18 17-18z" fill="${accent}"/>`,
		`<rect x="65" y="84" width="20" height="24" rx="9" fill="${skin}"/>`,
		`<rect x="46" y="32" width="58" height="62" rx="24" fill="${skin}"/>`,
		`<path d="M42 58q-2-34 33-34t33 34q-8-16-22-18-22 6-36 0-6 6-8 18z" fill="${ink}"/>`,
		'<g fill="#1c1512"><circle cx="63" cy="64" r="3.6"/><circle cx="87" cy="64" r="3.6"/></g>',
		`<path d="${pick(random, mouths)}" fill="none" stroke="#1c1512" stroke-width="3" stroke-linecap="round"/>`,
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150" width="150" height="150">${parts.join('')}</svg>`;
}
