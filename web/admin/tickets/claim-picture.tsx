import { useEffect, useRef, useState } from 'react';
import { useReadData } from '../../lib/calls/clients.tsx';
import { messageOf } from '../../lib/calls/refusal.ts';
import { RetryNotice } from '../use-admin-query.tsx';

/** Fetched with the bearer token, which an `<img>` URL would not send. */
export function ClaimPicture({ address, number }: { address: string; number: number }) {
	const readData = useReadData();
	const canvas = useRef<HTMLCanvasElement>(null);
	const [problem, setProblem] = useState<string>();
	const [tries, setTries] = useState(0);
	useEffect(() => {
		const reading = new AbortController();
		const draw = async () => {
			const picture = await createImageBitmap(await (await readData(address, reading.signal)).blob());
			if (!canvas.current || reading.signal.aborted) return;
			canvas.current.width = picture.width;
			canvas.current.height = picture.height;
			canvas.current.getContext('2d')?.drawImage(picture, 0, 0);
			setProblem(undefined);
		};
		draw().catch((error) => {
			if (!reading.signal.aborted) setProblem(messageOf(error, "Couldn't load the picture."));
		});
		return () => reading.abort();
	}, [address, readData, tries]);
	if (problem) return <RetryNotice error={problem} onRetry={async () => setTries(tries + 1)} />;
	return (
		<canvas
			ref={canvas}
			role="img"
			aria-label={`Picture ${number} from the user`}
			className="max-w-full rounded-control border border-line"
		/>
	);
}
