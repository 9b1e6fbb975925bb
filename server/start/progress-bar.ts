const WIDTH = 30;

export function createProgressBar(out: NodeJS.WriteStream): (what: string, done: number, of: number) => void {
	let shown = '';
	return (what, done, of) => {
		const share = of > 0 ? Math.min(done / of, 1) : 1;
		const filled = Math.round(share * WIDTH);
		const line = `${what.padEnd(12)} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(share * 100)).padStart(3)}%  ${done} of ${of}`;
		if (out.isTTY) {
			out.write(`\r\x1b[K${line}${share === 1 ? '\n' : ''}`);
			return;
		}
		const tenth = `${what} ${Math.floor(share * 10)}`;
		if (tenth !== shown) out.write(`${line}\n`);
		shown = tenth;
	};
}
