export function placeOf(address: string): { wallId: string; pathKey: string | undefined } | undefined {
	const [, wallId = '', pathKey] = PLACE.exec(address) ?? [];
	try {
		return { wallId: decodeURIComponent(wallId), pathKey: pathKey && decodeURIComponent(pathKey) };
	} catch {
		return undefined;
	}
}

const PLACE = /^(?:https?:\/\/[^/?#]*)?\/postback\/([^/?#]+)(?:\/([^/?#]+))?\/?(?:[?#]|$)/i;
