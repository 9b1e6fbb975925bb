/** Disposes of everything that `work` opened and did not move, after errors too. */
export async function disposing<Result>(work: (opened: AsyncDisposableStack) => Promise<Result>): Promise<Result> {
	const opened = new AsyncDisposableStack();
	try {
		return await work(opened);
	} finally {
		await opened.disposeAsync();
	}
}
