import { createMask } from './received-postback.ts';

const mask = createMask({ parameters: ['sub_key', 'sig'], pathKey: 'a-long-secret-path-key' });

test.each([
	['in the query', 'GET /postback/w?a=1&sig=SECRET&b=2', 'GET /postback/w?a=1&sig=***&b=2'],
	['as the first parameter', 'GET /postback/w?sub_key=SECRET', 'GET /postback/w?sub_key=***'],
	['in a form', 'POST /postback/w\nsig=SECRET&a=1', 'POST /postback/w\nsig=***&a=1'],
	['repeated', 'GET /postback/w?sig=SECRET&sig=SECRET', 'GET /postback/w?sig=***&sig=***'],
	['after an escaped name', 'GET /postback/w?%73i%67=SECRET', 'GET /postback/w?%73i%67=***'],
	['after an escaped equals sign', 'GET /postback/w?sub%5fkey=SECRET', 'GET /postback/w?sub%5fkey=***'],
	['after a name in capitals', 'GET /postback/w?sub%5Fkey=SECRET', 'GET /postback/w?sub%5Fkey=***'],
	['in JSON', 'POST /postback/w\n{"sig" : "SECRET","a":1}', 'POST /postback/w\n{"sig" : "***","a":1}'],
	['in JSON as a number', 'POST /postback/w\n{"sig":5556,"a":1}', 'POST /postback/w\n{"sig":"***","a":1}'],
	['in JSON with a quote', 'POST /postback/w\n{"sig":"SE\\"CRET","a":1}', 'POST /postback/w\n{"sig":"***","a":1}'],
	['in truncated JSON', 'POST /postback/w\n{"sig":"SECRET', 'POST /postback/w\n{"sig":"***"'],
	['in JSON after an escape', 'POST /postback/w\n{"s\\u0069g":"SECRET"}', 'POST /postback/w\n{"s\\u0069g":"***"}'],
	['in the path', 'GET /postback/w/a-long-secret-path-key?a=1', 'GET /postback/w/***?a=1'],
	['escaped in the path', 'GET /postback/w/a%2Dlong-secret-path-ke%79?a=1', 'GET /postback/w/***?a=1'],
])('a stored postback masks a secret %s', (_where, text, stored) => expect(mask(text)).toBe(stored));

test('a stored postback leaves everything else as received', () => {
	const text = 'GET /postback/w?asig=1&sig2=2&x=sig=3&%73=4';
	expect(mask(text)).toBe(text);
	expect(createMask({ parameters: [] })('GET /postback/w?sig=1\0')).toBe('GET /postback/w?sig=1');
});
