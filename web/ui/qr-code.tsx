import { encode } from 'uqr';

export function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { ecc: 'L', border: 3 });
	const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
	return (
		<svg
			viewBox={`0 0 ${size} ${size}`}
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
			className="size-48 rounded-control border border-line"
		>
			<path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
			<path fill="#000" d={path} />
		</svg>
	);
}
