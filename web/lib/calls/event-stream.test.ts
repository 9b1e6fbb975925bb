import { createEventStreamParser } from './event-stream.ts';

test('an event is emitted at its blank line, for any split of the stream', () => {
	const stream = 'id: 7\nevent: user\ndata: {"robux":1}\n\n';
	for (let cut = 0; cut <= stream.length; cut++) {
		const parse = createEventStreamParser();
		const events = [...parse(stream.slice(0, cut)), ...parse(stream.slice(cut))];
		expect(events).toEqual([{ id: '7', name: 'user', text: '{"robux":1}' }]);
	}
});

test('comments and unknown fields are ignored', () => {
	expect(createEventStreamParser()(': keep-alive\n\nretry: 5\n\n')).toEqual([]);
});

test('carriage returns end lines too, also when \\r\\n is split', () => {
	const parse = createEventStreamParser();
	expect([...parse('data: a\r'), ...parse('\ndata: b\r\n\r'), ...parse('\n')]).toEqual([
		{ id: undefined, name: 'message', text: 'a\nb' },
	]);
});

test('the last id applies to later events without one', () => {
	const events = createEventStreamParser()('id: 1\ndata: a\n\ndata: b\n\n');
	expect(events.map((event) => event.id)).toEqual(['1', '1']);
});

test('an endless line is refused before it fills the memory', () => {
	const parse = createEventStreamParser();
	expect(() => parse('x'.repeat(300_000))).toThrow(RangeError);
});
