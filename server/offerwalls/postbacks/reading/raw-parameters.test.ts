import { bytesOf, readArrived, readJsonParameters, readRawParameters, toBytes } from './raw-parameters.ts';

const listOf = (parameters: ReadonlyMap<string, string> | undefined) => parameters && [...parameters];
const many = (count: number) => Array.from({ length: count }, (_, n) => n);

const form = { a: '1', b: 'é' };
const multipart = (boundary: string) =>
	[
		`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`,
		`--${boundary}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-disposition: form-data; name=b\r\n\r\né\r\n`,
		`--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nx\r\n--${boundary}--\r\n`,
	].join('');

test.each([
	['a=1&b=%C3%A9', 'application/x-www-form-urlencoded'],
	['a=1&b=é', 'text/plain'],
	['\ufeffa=1&b=é\r\n', undefined],
	['{"a":1,"b":"é"}', 'application/json,application/json'],
	['{"a":1,"b":"é"}', 'json'],
	['\ufeff {"a":1,"b":"é"}\n', 'application/json charset=utf-8'],
	['{"a":1,"b":"é"}', 'application/x-www-form-urlencoded'],
	[multipart('x'), 'multipart/form-data; boundary=x'],
	[multipart('------------------------d74496d66958873e'), 'multipart/form-data'],
])('reads the body %j as what it is, whatever its content type', (text, type) => {
	const read = readArrived({ text: toBytes(text), isBody: true, type });
	expect(read !== 'unsupported' && listOf(read)).toEqual(Object.entries(form));
});

test.each([
	['<a>1</a>', 'text/xml'],
	['<?xml version="1.0"?><a/>', 'application/x-www-form-urlencoded'],
	['a=1', 'application/xml'],
])('reports the body %j of type %s as unsupported', (text, type) => {
	expect(readArrived({ text, isBody: true, type })).toBe('unsupported');
});

test.each([
	['', {}],
	['a', { a: '' }],
	['a=', { a: '' }],
	['a=1&b', { a: '1', b: '' }],
	['a&b=1', { a: '', b: '1' }],
	['a==', { a: '=' }],
	['a=b=c&d=e', { a: 'b=c', d: 'e' }],
	['a+b=c+d', { 'a b': 'c d' }],
	['a=%20%26', { a: ' &' }],
	['%C3%A9=1', { é: '1' }],
	['a=%2B+', { a: '+ ' }],
	['a=%2526', { a: '%26' }],
	['a=%31&%62=2', { a: '1', b: '2' }],
	['a=x%7a%2D%2e%5f', { a: 'xz-._' }],
	['a=1&&b=2&', { a: '1', b: '2' }],
	['=1&a=2', { a: '2' }],
	['a=%zz', { a: '%zz' }],
	['a=%', { a: '%' }],
	['a=%1', { a: '%1' }],
	['a=Get%2050%%20off', { a: 'Get 50% off' }],
	['a=Caf%E9%20Stars', { a: 'Café Stars' }],
	['a=Caf%e9', { a: 'Café' }],
	['a=Pok%C3', { a: 'Pok' }],
	['a=Pok%C3%A9mon%20%F0%9F%98', { a: 'Pokémon ' }],
	['a=%80', { a: '€' }],
	[toBytes('a=é'), { a: 'é' }],
	['a=\xe9', { a: 'é' }],
] as [string, Record<string, string>][])('reads %j, even if it is malformed, as %j', (text, fields) => {
	expect(listOf(readRawParameters(text))).toEqual(Object.entries(fields));
});

test.each([
	['a=Caf%E9', 'Caf\xe9'],
	['a=Pok%C3', 'Pok\xc3'],
	['a=%C3%A9', '\xc3\xa9'],
	['a=%c0%af', '\xc0\xaf'],
	['a=50%%', '50%%'],
])('the signed bytes of %j stay as received', (text, bytes) => {
	expect(bytesOf(readRawParameters(text) ?? new Map(), 'a')).toBe(bytes);
});

test.each(['a=1&a=2', 'a=1&%61=2', 'a&b&a', 'a=1&a=1'])('%j keeps the first value and notes the repeat', (text) => {
	const parameters = readRawParameters(text);
	expect(parameters?.get('a')).toBe(text.startsWith('a&') ? '' : '1');
	expect([...(parameters?.repeated ?? [])]).toEqual(['a']);
});

test('at most a thousand parameters are accepted', () => {
	const text = (count: number) => many(count).map((n) => `p${n}=${n}`);
	expect(readRawParameters(text(1_000).join('&'))?.size).toBe(1_000);
	expect(readRawParameters(text(1_001).join('&'))).toBe(undefined);
	const json = (count: number) =>
		`{${many(count)
			.map((n) => `"p${n}":${n}`)
			.join(',')}}`;
	expect(readJsonParameters(json(1_000))?.size).toBe(1_000);
	expect(readJsonParameters(json(1_001))).toBe(undefined);
});

test.each([
	['{"a":1}', { a: '1' }],
	[' \t\r\n{ \t\r\n"a" \t\r\n: \t\r\n"b" \t\r\n, \t\r\n"c":2 \t\r\n} \t\r\n', { a: 'b', c: '2' }],
	['{"a":""}', { a: '' }],
	[
		' {"a": "x\\u0041\\"", "b": 100.00, "c": true, "d": null, "e": -1e3 } ',
		{ a: 'xA"', b: '100.00', c: 'true', d: '', e: '-1000' },
	],
	['{"a":"1\\"","b":"\\\\"}', { a: '1"', b: '\\' }],
	['{"a":"null","b":null,"c":false}', { a: 'null', b: '', c: 'false' }],
	['{"a":-12.50,"b":1E+2,"c":1e-22,"d":0}', { a: '-12.50', b: '100', c: '1e-22', d: '0' }],
	['{"a":1E-05,"b":12.5e1,"c":0.00,"d":-3e-2}', { a: '0.00001', b: '125', c: '0.00', d: '-0.03' }],
	['{"a":{"b":{"c":1},"d":[2,{"e":3}]},"f":4,"g":{},"":5,"h":{"":6}}', { 'a.b.c': '1', f: '4' }],
	['\ufeff{"a":1}', { a: '1' }],
	['{"\\u00e9":"\\ud83d\\ude00","x":"🎲"}', { é: '😀', x: '🎲' }],
] as [string, Record<string, string>][])('parses the JSON %j as %j', (text, fields) => {
	expect(listOf(readJsonParameters(text))).toEqual(Object.entries(fields));
});

test.each([
	'',
	'{}',
	'[]',
	'null',
	'{"a":{}}',
	'{"a":[1]}',
	'{"":1}',
	'{"":"b"}',
	'{"a":1,}',
	'{"a":1}x',
	'{"a":1}{"b":2}',
])('rejects the JSON %j', (text) => expect(readJsonParameters(text)).toBe(undefined));

const repeating = ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"a":1,"b":2,"a":3}', '{"c":{"d":0},"a":1,"a":null}'];
test.each(repeating)('reading the JSON %j keeps the first value and notes the repeat', (text) => {
	const parameters = readJsonParameters(text);
	expect(parameters?.get('a')).toBe('1');
	expect([...(parameters?.repeated ?? [])]).toEqual(['a']);
});

test('the signed bytes of a JSON number stay as received', () => {
	const parameters = readJsonParameters('{"a":1E-05,"b":"é"}') ?? new Map();
	expect([bytesOf(parameters, 'a'), bytesOf(parameters, 'b')]).toEqual(['1E-05', '\xc3\xa9']);
});
