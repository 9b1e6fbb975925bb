export function ExactTime({ timeMs }: { timeMs: number }) {
	const time = new Date(timeMs);
	return (
		<time dateTime={time.toISOString()} className="tabular-nums">
			<span className="md:whitespace-nowrap">{time.toLocaleDateString('en', { dateStyle: 'medium' })},</span>{' '}
			<span className="md:whitespace-nowrap">{time.toLocaleTimeString('en', { timeStyle: 'medium' })}</span>
		</time>
	);
}
