import { expect, test } from 'vitest';
import { readerOf, readJsonParameters, readRawParameters } from './raw-parameters.ts';

const listOf = (parameters: ReadonlyMap<string, string> | undefined) => parameters && [...parameters];
const many = (count: number) => Array.from({ length: count }, (_, n) => n);

test('JSON postbacks are read as JSON, all others as a form', () => {
	expect(readerOf({ arrival: 'json' })).toBe(readJsonParameters);
	expect(readerOf({ arrival: 'form' })).toBe(readRawParameters);
	expect(readerOf({ arrival: 'query' })).toBe(readRawParameters);
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
] as [string, Record<string, string>][])('parses %j as %j', (text, fields) => {
	expect(listOf(readRawParameters(text))).toEqual(Object.entries(fields));
});

test.each([...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._'])(
	'rejects %j if it is escaped needlessly, with hex digits in either case',
	(letter) => {
		const hex = letter.charCodeAt(0).toString(16);
		expect(readRawParameters(`a=%${hex}`)).toBe(undefined);
		expect(readRawParameters(`a=%${hex.toUpperCase()}`)).toBe(undefined);
	},
);

test.each([...' !"#$%&\'()*+,/:;<=>?@[\\]^`{|}~'])('accepts an escaped %j', (letter) => {
	const hex = letter.charCodeAt(0).toString(16);
	expect(readRawParameters(`a=%${hex}`)?.get('a')).toBe(letter);
	expect(readRawParameters(`a=%${hex.toUpperCase()}`)?.get('a')).toBe(letter);
});

test.each([
	'a=1&a=2',
	'a=1&%61=2',
	'a=%zz',
	'=1',
	'a=1&&b=2',
	'a=1&',
	'a=%31',
	'a=x%7a',
	'a=%2D',
	'a=%2e',
	'a=%5f',
	'a=%c3',
	'a=%e9',
	'a=%c0%af',
	'a=%',
	'a=%1',
])('rejects %j', (text) => expect(readRawParameters(text)).toBe(undefined));

test('at most a hundred parameters are accepted', () => {
	const text = (count: number) => many(count).map((n) => `p${n}=${n}`);
	expect(readRawParameters(text(100).join('&'))?.size).toBe(100);
	expect(readRawParameters(text(101).join('&'))).toBe(undefined);
	const json = (count: number) =>
		`{${many(count)
			.map((n) => `"p${n}":${n}`)
			.join(',')}}`;
	expect(readJsonParameters(json(100))?.size).toBe(100);
	expect(readJsonParameters(json(101))).toBe(undefined);
});

test.each([
	['{"a":1}', { a: '1' }],
	[' \t\r\n{ \t\r\n"a" \t\r\n: \t\r\n"b" \t\r\n, \t\r\n"c":2 \t\r\n} \t\r\n', { a: 'b', c: '2' }],
	['{"a":""}', { a: '' }],
	[
		' {"a": "x\\u0041\\"", "b": 100.00, "c": true, "d": null, "e": -1e3 } ',
		{ a: 'xA"', b: '100.00', c: 'true', d: '', e: '-1e3' },
	],
	['{"a":"1\\"","b":"\\\\"}', { a: '1"', b: '\\' }],
	['{"a":"null","b":null,"c":false}', { a: 'null', b: '', c: 'false' }],
	['{"a":-12.50,"b":1E+2,"c":1e-22,"d":0}', { a: '-12.50', b: '1E+2', c: '1e-22', d: '0' }],
	['{"\\u00e9":"\\ud83d\\ude00","x":"🎲"}', { é: '😀', x: '🎲' }],
] as [string, Record<string, string>][])('parses the JSON %j as %j', (text, fields) => {
	expect(listOf(readJsonParameters(text))).toEqual(Object.entries(fields));
});

test.each([
	'',
	'{}',
	'[]',
	'{"a":1,"a":2}',
	'{"a":1,"\\u0061":2}',
	'{"a":{}}',
	'{"a":[1]}',
	'{"a":1,}',
	'{"a":1}{"b":2}',
	'{"a":1',
	'{"a":"\n"}',
	'{"":1}',
	'{"a":01x}',
	'null',
	'x{"a":1}',
	'[{"a":1}',
	'{"a":1}x',
	'{"a":1},',
	'{"a":1;"b":2}',
	'{"a":1.}',
	'{"a":.5}',
	'{"a":1e}',
	'{"a":+1}',
	'{"a":--1}',
	'{"a":True}',
	'{"a":undefined}',
	"{'a':1}",
	'{a:1}',
	'{"a" 1}',
	'{"a":"\\x"}',
	'{"\\x":1}',
	'{"a":"\u0001"}',
	'{"a\u0001":1}',
	'{"a":"b""}',
	'{"a":"b',
	'{"":"b"}',
	'{"a":1,"b":2,"a":3}',
])('rejects the JSON %j', (text) => expect(readJsonParameters(text)).toBe(undefined));
