/** Throws the error of `late` after `limitMs`. Late work continues. */
export async function inTime<Result>(
	work: Promise<Result> | Result,
	limitMs: number,
	late: () => Error,
): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(late()), limitMs);
	});
	try {
		return await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}
