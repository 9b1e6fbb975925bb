import { brand } from '../lib/format/branding.ts';

/** The site's origin, because the image URL must be absolute. Empty if not configured. */
declare const __PUBLIC_URL__: string;

export function PageTitle({ children, description }: { children?: string; description?: string }) {
	const title = children ? `${children} · ${brand}` : brand;
	return (
		<>
			<title>{title}</title>
			{description && <meta name="description" content={description} />}
			{import.meta.env.SSR && description && <ShareTags title={title} description={description} />}
		</>
	);
}

/** Link preview tags, needed only in prerendered pages. */
function ShareTags({ title, description }: { title: string; description: string }) {
	return (
		<>
			<meta property="og:type" content="website" />
			<meta property="og:title" content={title} />
			<meta property="og:description" content={description} />
			<meta property="og:image" content={`${__PUBLIC_URL__}/share.png`} />
			<meta name="twitter:card" content="summary_large_image" />
		</>
	);
}
