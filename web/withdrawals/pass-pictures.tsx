import type { ReactNode } from 'react';

const colour = (name: string) => `var(--color-${name})`;
const box = (fill: string, stroke: string) => ({ fill: colour(fill), stroke: colour(stroke), strokeWidth: 2 });

export function PassWithPrice() {
	return (
		<Window>
			<g fill="var(--color-line)">
				<rect x="22" y="38" width="44" height="6" rx="3" />
				<rect x="22" y="70" width="36" height="6" rx="3" />
				<rect x="22" y="86" width="48" height="6" rx="3" />
			</g>
			<rect x="16" y="50" width="62" height="14" rx="5" fill="var(--color-tint)" />
			<rect x="22" y="54" width="40" height="6" rx="3" fill="var(--color-accent)" />
			<path
				d="M104 44h58a6 6 0 0 1 6 6v9a6 6 0 0 0 0 12v9a6 6 0 0 1-6 6h-58a6 6 0 0 1-6-6v-9a6 6 0 0 0 0-12v-9a6 6 0 0 1 6-6Z"
				fill="var(--color-stub)"
			/>
			<path d="M146 50v30" stroke="var(--color-on-stub-soft)" strokeWidth="2" strokeDasharray="3 4" />
			<path
				d="m120 54 3.400 7 7.600 1-5.500 5.400 1.300 7.600-6.800-3.600-6.800 3.600 1.300-7.600-5.500-5.400 7.600-1Z"
				fill="var(--color-on-stub)"
			/>
			<rect x="184" y="51" width="76" height="28" rx="8" {...box('paper', 'accent')} />
			<circle cx="200" cy="65" r="7" fill="none" stroke="var(--color-accent)" strokeWidth="2" />
			<rect x="197.500" y="62.500" width="5" height="5" rx="1" fill="var(--color-accent)" />
			<rect x="214" y="61" width="34" height="8" rx="4" fill="var(--color-ink)" />
		</Window>
	);
}

export function RegionalPricingOff() {
	return (
		<Window>
			<g fill="none" stroke="var(--color-soft)" strokeWidth="2">
				<circle cx="46" cy="66" r="20" />
				<ellipse cx="46" cy="66" rx="9" ry="20" />
				<path d="M26 66h40M29 56h34M29 76h34" />
			</g>
			<rect x="84" y="54" width="86" height="8" rx="4" fill="var(--color-ink)" />
			<rect x="84" y="71" width="64" height="6" rx="3" fill="var(--color-line)" />
			<rect x="202" y="52" width="52" height="28" rx="14" {...box('sunken', 'edge')} />
			<circle cx="216" cy="66" r="10" fill="var(--color-edge)" />
			<path d="m238 62 8 8m0-8-8 8" stroke="var(--color-danger)" strokeWidth="2.500" strokeLinecap="round" />
		</Window>
	);
}

function Window({ children }: { children: ReactNode }) {
	return (
		<svg viewBox="0 0 280 112" aria-hidden="true" className="mt-3 w-full rounded-control">
			<rect x="1" y="1" width="278" height="110" rx="12" {...box('paper', 'line')} />
			<path d="M1 22h278" stroke="var(--color-line)" strokeWidth="2" />
			<g fill="var(--color-line)">
				<circle cx="14" cy="12" r="3.500" />
				<circle cx="26" cy="12" r="3.500" />
				<circle cx="38" cy="12" r="3.500" />
			</g>
			{children}
		</svg>
	);
}
