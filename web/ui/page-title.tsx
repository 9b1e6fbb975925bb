import { brand } from '../lib/words.ts';

/** The document's title. React moves it into the head, also when a page is prerendered. */
export function PageTitle({ children, description }: { children?: string; description?: string }) {
	return (
		<>
			<title>{children ? `${children} · ${brand}` : brand}</title>
			{description && <meta name="description" content={description} />}
		</>
	);
}
