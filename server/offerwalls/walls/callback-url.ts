import type { Wall } from './wall.ts';

export function banCallbackUrl(wall: Wall, publicUrl: string): string | null {
	const { standing } = wall.partner;
	return standing ? callbackUrl(wall, publicUrl, standing.macros) : null;
}

export function callbackUrl(wall: Wall, publicUrl: string, macros = wall.partner.macros): string {
	const { arrival } = wall.partner;
	const address = `${publicUrl}/postback/${wall.id}${wall.pathKey ? `/${wall.pathKey}` : ''}`;
	if (!macros || arrival !== 'query') return address;
	// The macros are not encoded, because dashboards match brackets and dollars literally.
	return `${address}?${Object.entries(macros)
		.map(([name, macro]) => `${name}=${macro}`)
		.join('&')}`;
}
