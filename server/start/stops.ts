export type Stop = () => Promise<void>;

export async function stopAll(stops: Stop[]): Promise<void> {
	const failures: unknown[] = [];
	for (let stop = stops.pop(); stop; stop = stops.pop()) {
		await stop().catch((error) => failures.push(error));
	}
	if (failures.length > 0) throw new AggregateError(failures, "some parts didn't stop cleanly");
}
