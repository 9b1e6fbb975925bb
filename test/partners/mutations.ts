import { randomInt } from 'node:crypto';
import nasty from './nasty-texts.json' with { type: 'json' };
import type { Signed } from './play.ts';
import type { Random } from './random.ts';
import { type Pairs, parametersText, type Shot, shotOf } from './shot.ts';

export const nastyTexts = [...nasty.texts, '\ud800', 'a'.repeat(300), '9'.repeat(5_000)];
const breaking = [' ', '\t', '\0', '\r', '\n', '\r\n', '\r\n\r\n', ' HTTP/1.0\r\n', '\x7f', '\x01'];

type Edit<Of> = (subject: Of, random: Random) => Of;

const at = (pairs: Pairs, random: Random) => random.below(pairs.length);
const replaced = (pairs: Pairs, index: number, pair: readonly [string, string]): Pairs => pairs.with(index, pair);

function ofOne(edit: (name: string, value: string, random: Random) => readonly [string, string]): Edit<Pairs> {
	return (pairs, random) => {
		const index = at(pairs, random);
		const [name = '', value = ''] = pairs[index] ?? [];
		return replaced(pairs, index, edit(name, value, random));
	};
}

const pairEdits: Edit<Pairs>[] = [
	ofOne((name, _, random) => [name, random.pick(nastyTexts)]),
	ofOne((name, value, random) => {
		const position = random.below(value.length + 1);
		const char = random.pick([...'0123456789abcdefABCDEF.-_~:', '']);
		return [name, value.slice(0, position) + char + value.slice(position + random.below(2))];
	}),
	(pairs, random) => pairs.toSpliced(at(pairs, random), 1),
	(pairs, random) => {
		const [name = '', value = ''] = pairs[at(pairs, random)] ?? [];
		return pairs.toSpliced(at(pairs, random), 0, [name, random.chance(0.5) ? value : random.pick(nastyTexts)]);
	},
	(pairs, random) => {
		const [left, right] = [at(pairs, random), at(pairs, random)];
		if (left === right) return pairs;
		const both = (pairs[left]?.[1] ?? '') + (pairs[right]?.[1] ?? '');
		const cut = random.below(both.length + 1);
		const first = replaced(pairs, left, [pairs[left]?.[0] ?? '', both.slice(0, cut)]);
		return replaced(first, right, [pairs[right]?.[0] ?? '', both.slice(cut)]);
	},
	(pairs, random) => {
		const [one, other] = [at(pairs, random), at(pairs, random)];
		const swapped = replaced(pairs, one, [pairs[one]?.[0] ?? '', pairs[other]?.[1] ?? '']);
		return replaced(swapped, other, [pairs[other]?.[0] ?? '', pairs[one]?.[1] ?? '']);
	},
	ofOne((name, value, random) => {
		const around = ['n[]', 'n[0]', ' n', 'n ', 'n\0', '_n'].map((text) => text.replace('n', name));
		return [random.pick([...around, name.toUpperCase(), '']), value];
	}),
	ofOne((name, value, random) => [name, random.pick([value.toUpperCase(), `${value} `, ` ${value}`, value + value])]),
	(pairs, random) => [...pairs, [random.pick(['debug', 'x', '__proto__', 'status', 'hash']), random.pick(nastyTexts)]],
	(pairs, random) => pairs.toSorted(() => (random.chance(0.5) ? 1 : -1)),
	(pairs) => [...pairs, ...Array.from({ length: 120 }, (_, n) => [`x${n}`, '1'] as const)],
];

const hex = (char: string) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

const textEdits: Edit<string>[] = [
	(text, random) => {
		const position = random.below(text.length + 1);
		return text.slice(0, position) + random.pick(nasty.snippets) + text.slice(position + random.below(4));
	},
	(text, random) => {
		const position = random.below(text.length);
		return text.slice(0, position) + hex(text[position] ?? 'a') + text.slice(position + 1);
	},
	(text, random) => text.slice(0, random.below(text.length)),
	(text, random) => text.slice(random.below(text.length)),
	(text) => text.replaceAll('&', ';'),
	(text) => encodeURIComponent(text),
	(text) => text.replaceAll('%', '%25'),
	(text) => text.toUpperCase(),
	(text) => `${text}&${text}`,
	(text) => `${text}&`,
	(text) => `&${text}`,
	(text) => `\xef\xbb\xbf${text}`,
	(text) => `[${text}]`,
	(text) => `{"a":${text}}`,
	(text) => text.replaceAll('"', "'"),
	(text) => `${text}${'x'.repeat(9_000)}`,
	() => '',
	() => '{}',
	() => `{"a":${'['.repeat(2_000)}`,
];

const headerEdits: Edit<Shot['headers']>[] = [
	(headers, random) => {
		const ips = ['', 'unknown', '198.51.100.1', '203.0.113.50, 198.51.100.1', '::1', 'fe80::1%eth0', '203.0.113.050'];
		return headers.map(([name, value]) => [name, name === 'x-forwarded-for' ? random.pick(ips) : value]);
	},
	(headers) => headers.filter(([name]) => name !== 'x-forwarded-for'),
	(headers, random) => headers.filter(() => random.chance(0.5)),
	(headers, random) => (headers.length > 0 ? [...headers, random.pick(headers)] : headers),
	(headers, random) =>
		headers.map(([name, value]) => [name, name.startsWith('x-ayet') ? random.pick(nastyTexts.map(plain)) : value]),
	(headers, random) => {
		const types = 'text/plain|multipart/form-data; boundary=x|application/json; charset=utf-16||a/b/c|*'.split('|');
		return [...headers.filter(([name]) => name !== 'content-type'), ['content-type', random.pick(types)]];
	},
	(headers) => [...headers, ['x-long', 'x'.repeat(20_000)]],
	(headers) => [...headers, ...Array.from({ length: 300 }, (_, n) => [`x-${n}`, '1'] as [string, string])],
	(headers) => [...headers, ['content-encoding', 'gzip']],
	(headers) => [...headers, ['x-http-method-override', 'POST'], ['x-forwarded-host', 'evil.example']],
];

const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 200);

const requestEdits: Edit<Shot>[] = [
	(shot, random) => ({ ...shot, headers: random.pick(headerEdits)(shot.headers, random) }),
	(shot, random) => ({ ...shot, headers: random.pick(headerEdits)(shot.headers, random) }),
	(shot, random) => ({ ...shot, path: random.pick(pathEdits)(shot.path, random) }),
	(shot, random) => ({ ...shot, path: random.pick(pathEdits)(shot.path, random) }),
	(shot, random) => {
		const methods = 'GET POST PUT PATCH DELETE OPTIONS HEAD TRACE PROPFIND get FOO QUERY'.split(' ');
		const method = random.pick(methods);
		return { ...shot, method, endsConnection: shot.endsConnection || method !== shot.method };
	},
	(shot) => ({ ...shot, method: 'POST', query: shot.body, body: shot.query ?? '' }),
	(shot) => ({ ...shot, query: shot.body || shot.query, body: shot.query ?? shot.body }),
	(shot) => ({ ...shot, method: 'POST', body: 'x'.repeat(70_000), endsConnection: true }),
	(shot, random) => {
		const position = random.below((shot.query ?? '').length + 1);
		const query = `${shot.query?.slice(0, position) ?? ''}${random.pick(breaking)}${shot.query?.slice(position) ?? ''}`;
		return { ...shot, query, endsConnection: true };
	},
	(shot, random) => {
		const lengths = ['0', '-1', 'abc'].map((length): [string, string] => ['content-length', length]);
		lengths.push(['transfer-encoding', 'gzip']);
		if (shot.body.length > 3) lengths.push(['content-length', '3'], ['transfer-encoding', 'chunked']);
		return { ...shot, headers: [...shot.headers, random.pick(lengths)], endsConnection: true };
	},
	(shot, random) => {
		const more = random.pick([{ host: 'a', Host: 'b' }, { expect: '100-continue' }, { upgrade: 'h2c' }]);
		return { ...shot, headers: [...shot.headers, ...Object.entries(more)], endsConnection: true };
	},
];

const pathEdits: Edit<string>[] = [
	(path, random) => {
		const position = 1 + random.below(path.length - 1);
		return path.slice(0, position) + hex(path[position] ?? 'a') + path.slice(position + 1);
	},
	(path, random) => {
		const position = 1 + random.below(path.length - 1);
		const added = random.pick(['x', '/', '//', '%2f', '%00', '%', '%zz', ';', '.', '..', '%20']);
		return path.slice(0, position) + added + path.slice(position);
	},
	(path) => `${path}/`,
	(path) => `/${path}`,
	(path) => `${path}/..`,
	(path) => path.replace('/postback/', '/postback/../postback/'),
	(path) => path.toUpperCase(),
	(path) => path.split('/').slice(0, 3).join('/'),
	(path) => path.split('/').slice(0, 2).join('/'),
	(path) => `${path.split('/').slice(0, 3).join('/')}/another-path-key-of-24x`,
	(path) => `http://localhost${path}`,
	(path) => `${path};jsessionid=1`,
	(path) => `${path}#`,
	() => `/postback/${'x'.repeat(400)}`,
	(_, random) => `/postback/${random.pick(['__proto__', 'constructor', 'toString', 'wannads', 'cpx', ' '])}`.trimEnd(),
];

export function mutate(postback: Signed, way: { path: string; ip: string }, random: Random): Shot {
	const original: Pairs = Object.entries(postback.fields);
	let pairs = original;
	let text: string | undefined;
	const edits = 1 + random.below(3);
	const weighted = ['pairs', 'pairs', 'pairs', 'text', 'text', 'request'];
	const kinds = Array.from({ length: edits }, () => random.pick(weighted));
	for (const kind of kinds) if (kind === 'pairs' && pairs.length > 0) pairs = random.pick(pairEdits)(pairs, random);
	text = parametersText(postback.partner, pairs);
	for (const kind of kinds) if (kind === 'text' && text !== '') text = random.pick(textEdits)(text, random);
	let shot = shotOf(postback, { ...way, text });
	for (const kind of kinds) if (kind === 'request') shot = random.pick(requestEdits)(shot, random);
	return shot;
}

/** Long run: LOOTPASS_MUTATIONS=100000. Repeat with the printed LOOTPASS_SEED. */
export const mutationRun = {
	count: process.env.LOOTPASS_MUTATIONS ? Number(process.env.LOOTPASS_MUTATIONS) : undefined,
	seed: process.env.LOOTPASS_SEED ? Number(process.env.LOOTPASS_SEED) : randomInt(2 ** 31),
};
