import { useId, useState } from 'react';
import { CLAIM_PICTURE_SIDE_MAX, CLAIM_PICTURES_MAX } from '../../../contract/limits.ts';
import { m } from '../../texts/messages.js';
import { TextButton } from '../../ui/basics.tsx';

const BYTES_MAX = 300_000;
const QUALITIES = [0.85, 0.7, 0.55, 0.4];
const SMALLER = 0.7;

async function shrinkPicture(file: Blob): Promise<string> {
	const picture = await createImageBitmap(file);
	try {
		const longer = Math.max(picture.width, picture.height);
		for (let side = Math.min(CLAIM_PICTURE_SIDE_MAX, longer); ; side = Math.floor(side * SMALLER)) {
			const canvas = draw(picture, side / longer);
			for (const quality of QUALITIES) {
				const small = await toBlob(canvas, quality);
				if (small.size <= BYTES_MAX) return toDataUrl(small);
			}
		}
	} finally {
		picture.close();
	}
}

function draw(picture: ImageBitmap, scale: number): HTMLCanvasElement {
	const canvas = document.createElement('canvas');
	canvas.width = Math.max(1, Math.round(picture.width * scale));
	canvas.height = Math.max(1, Math.round(picture.height * scale));
	canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
	return canvas;
}

function toBlob(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
	return new Promise((resolve, reject) => {
		canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality);
	});
}

function toDataUrl(blob: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(blob);
	});
}

export type ChosenPicture = { name: string; url: string };

type PicturesFieldProps = { pictures: readonly ChosenPicture[]; onChange: (pictures: ChosenPicture[]) => void };

export function PicturesField({ pictures, onChange }: PicturesFieldProps) {
	const id = useId();
	const [problem, setProblem] = useState<string>();

	async function add(files: readonly File[]): Promise<void> {
		setProblem(undefined);
		const added: ChosenPicture[] = [];
		for (const file of files.slice(0, CLAIM_PICTURES_MAX - pictures.length)) {
			try {
				added.push({ name: file.name, url: await shrinkPicture(file) });
			} catch {
				setProblem(m.claims_picture_unreadable({ name: file.name }));
			}
		}
		onChange([...pictures, ...added]);
	}

	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="text-sm font-semibold">
				{m.claims_pictures()}
			</label>
			<input
				id={id}
				type="file"
				accept="image/png,image/jpeg,image/webp"
				multiple
				disabled={pictures.length >= CLAIM_PICTURES_MAX}
				aria-describedby={`${id}-hint`}
				className="min-h-12 w-full text-sm file:me-4 file:min-h-11 file:rounded-control file:border file:border-edge file:bg-card file:px-4 file:font-semibold"
				onChange={({ target }) => {
					const files = [...(target.files ?? [])];
					target.value = '';
					void add(files);
				}}
			/>
			<div id={`${id}-hint`} aria-live="polite" className="text-sm text-soft">
				{problem ? (
					<span className="text-danger">{problem}</span>
				) : (
					m.claims_pictures_hint({ count: CLAIM_PICTURES_MAX })
				)}
			</div>
			{pictures.length > 0 && (
				<ul className="grid gap-1 text-sm">
					{pictures.map(({ name, url }) => (
						<li key={url} className="flex flex-wrap items-center gap-x-4">
							<span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
							<TextButton className="min-h-11" onClick={() => onChange(pictures.filter((one) => one.url !== url))}>
								{m.claims_remove_picture({ name })}
							</TextButton>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
