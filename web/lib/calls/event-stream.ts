export type StreamEvent = { id: string | undefined; name: string; text: string };

const LINE_LENGTH_MAX = 256 * 1024;

/** HTML standard's event stream format, without `retry`. @throws RangeError for an overlong line */
export function createEventStreamParser(): (piece: string) => StreamEvent[] {
	let rest = '';
	let id: string | undefined;
	let name = '';
	let lines: string[] = [];

	function takeLine(line: string, events: StreamEvent[]): void {
		if (line === '') {
			if (lines.length > 0) events.push({ id, name: name || 'message', text: lines.join('\n') });
			name = '';
			lines = [];
			return;
		}
		const colon = line.indexOf(':');
		const field = colon === -1 ? line : line.slice(0, colon);
		const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
		if (field === 'data') lines.push(value);
		else if (field === 'event') name = value;
		else if (field === 'id' && !value.includes('\0')) id = value;
	}

	return (piece) => {
		const events: StreamEvent[] = [];
		// A trailing \r may be half of \r\n, so it waits for the next chunk.
		const text = rest + piece;
		const complete = text.split(/\r\n|\n|\r(?!$)/);
		rest = complete.pop() ?? '';
		if (rest.length > LINE_LENGTH_MAX) throw new RangeError('a line of the event stream does not end');
		for (const line of complete) takeLine(line, events);
		return events;
	};
}
