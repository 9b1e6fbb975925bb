import type { Wall } from './wall.ts';

/** The address for the partner's dashboard, with macros where the partner does not append a fixed set by itself. */
export function callbackUrl(wall: Wall, publicUrl: string): string {
	const { macros, arrival } = wall.partner;
	const address = `${publicUrl}/postback/${wall.id}${wall.pathKey ? `/${wall.pathKey}` : ''}`;
	if (!macros || arrival !== 'query') return address;
	// Brackets and dollars stay as they are: dashboards look for them literally.
	return `${address}?${Object.entries(macros)
		.map(([name, macro]) => `${name}=${macro}`)
		.join('&')}`;
}
