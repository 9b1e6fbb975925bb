import { CallError } from '../../../contract/errors.ts';
import { isForeign, messageOf, refusalFrom } from './refusal.ts';

test('the status text takes precedence over the HTTP status, which several codes share', async () => {
	const body = { error: { status: 'FAILED_PRECONDITION', message: 'Regional', details: { passes: [] } } };
	expect(await refusalFrom(400, body)).toMatchObject({
		code: 'failed-precondition',
		message: 'Regional',
		details: { passes: [] },
	});
});

// spec: 8.http-status
test('without a status text the HTTP status decides, and an unknown text is internal', async () => {
	expect(await refusalFrom(409, undefined)).toHaveProperty('code', 'aborted');
	expect(await refusalFrom(502, '<html>')).toHaveProperty('code', 'unknown');
	expect(await refusalFrom(400, { error: { status: 'NO_SUCH_STATUS' } })).toHaveProperty('code', 'internal');
	expect(await refusalFrom(404, { error: null })).toHaveProperty('code', 'not-found');
});

test('a 404 without a status text is not from our server', async () => {
	for (const body of [undefined, '<html>', { error: { message: 'no route' } }]) {
		const refusal = await refusalFrom(404, body);
		expect(messageOf(refusal, 'Failed')).toMatch(/^The server can't be reached/);
		expect(isForeign(refusal)).toBe(true);
	}
	const ours = await refusalFrom(404, { error: { status: 'NOT_FOUND', message: 'No such thing' } });
	expect([ours.message, isForeign(ours)]).toEqual(['No such thing', false]);
});

// spec: bad-day.5xx
test("users see the message of a refusal, never a status text or a bug's message", () => {
	expect(messageOf(new CallError('aborted', { message: 'One is open' }), 'Failed')).toBe('One is open');
	expect(messageOf(new CallError('internal', { message: 'INTERNAL' }), 'Failed')).toBe('Failed');
	expect(messageOf(new CallError('unknown', { message: '' }), 'Failed')).toBe('Failed');
	expect(messageOf(new TypeError('x is not a function'), 'Failed')).toBe('Failed');
	expect(messageOf('text', 'Failed')).toBe('Failed');
});
