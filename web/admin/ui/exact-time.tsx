export function ExactTime({ timeMs }: { timeMs: number }) {
	const time = new Date(timeMs);
	return (
		<time dateTime={time.toISOString()} className="tabular-nums md:whitespace-nowrap">
			{time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })}
		</time>
	);
}
