import { fixtures } from '../../server/offerwalls/partners/documented/postbacks.ts';
import type { Signed } from './play.ts';

/** Strings are latin1, with one byte per character. */
export type Shot = {
	method: string;
	path: string;
	query: string | undefined;
	headers: [name: string, value: string][];
	body: string;
	/** The head is malformed, so the connection cannot be reused. */
	endsConnection: boolean;
};

export type Pairs = readonly (readonly [name: string, value: string])[];

export const toBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

export function parametersText(partner: string, pairs: Pairs): string {
	if (fixtures[partner]?.arrival === 'json') {
		return toBytes(`{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`);
	}
	return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}

export function shotOf(
	{ partner, headers }: Signed,
	{ path, ip, text }: { path: string; ip: string; text: string },
): Shot {
	const arrival = fixtures[partner]?.arrival;
	const type = arrival === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
	return {
		method: arrival ? 'POST' : 'GET',
		path,
		query: arrival ? undefined : text,
		headers: [
			['x-forwarded-for', ip],
			...Object.entries(headers),
			...(arrival ? [['content-type', type] as [string, string]] : []),
		],
		body: arrival ? text : '',
		endsConnection: false,
	};
}

export function targetOf({ path, query }: Shot): string {
	return query === undefined ? path : `${path}?${query}`;
}

export function wireText(shot: Shot): string {
	// Without a body, headers that announce one would make the server wait.
	const isFitting = (name: string) => shot.body !== '' || !/^(content-length|transfer-encoding)$/i.test(name);
	const headers = shot.headers.filter(([name]) => isFitting(name));
	const has = (name: string) => headers.some(([header]) => header.toLowerCase() === name);
	const lines = [
		`${shot.method} ${targetOf(shot)} HTTP/1.1`,
		...(has('host') ? [] : ['Host: localhost']),
		...headers.map(([name, value]) => `${name}: ${value}`),
		...(shot.endsConnection ? ['Connection: close'] : []),
		...(shot.body === '' || has('content-length') || has('transfer-encoding')
			? []
			: [`Content-Length: ${shot.body.length}`]),
	];
	return `${lines.join('\r\n')}\r\n\r\n${shot.body}`;
}
