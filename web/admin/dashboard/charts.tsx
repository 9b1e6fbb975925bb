import type { ReactNode } from 'react';
import { niceScale } from './nice-scale.ts';

/** Decoration beside a table of the same figures. Of our own: a library alone weighs 107 kB (decision 0012). */

const COLOURS = 6;

const colourOf = (index: number) => `var(--chart-${(index % COLOURS) + 1})`;

type Format = (value: number) => string;
export type Slice = { label: string; value: number };
export type Point = { label: string; values: readonly number[] };
type PlotProps = {
	points: readonly Point[];
	series: readonly string[];
	format: Format;
	isCount?: boolean;
};

export function ShareChart({ slices, format }: { slices: readonly Slice[]; format: Format }) {
	const sum = slices.reduce((total, { value }) => total + value, 0) || 1;
	let before = 0;
	return (
		<svg aria-hidden="true" viewBox="0 0 100 100" className="mx-auto h-55 w-full -rotate-90">
			{slices.map(({ label, value }, index) => {
				const share = (value / sum) * 100;
				before += share;
				return (
					<circle
						key={label}
						cx="50"
						cy="50"
						r="36"
						fill="none"
						stroke={colourOf(index)}
						strokeWidth="22"
						pathLength="100"
						strokeDasharray={`${slices.length > 1 ? Math.max(share - 0.6, 0.2) : 100} 100`}
						strokeDashoffset={share - before}
					>
						<title>{`${label}: ${format(value)}`}</title>
					</circle>
				);
			})}
		</svg>
	);
}

export function LineChart({ points, series, format, isCount = false }: PlotProps) {
	const scale = niceScale(
		points.flatMap(({ values }) => values),
		{ isCount },
	);
	const yOf = (value: number) => 100 - ((value - scale.min) / (scale.max - scale.min)) * 100;
	const step = points.length > 1 ? 100 / (points.length - 1) : 0;
	return (
		<Plot points={points} scale={scale} format={format}>
			{series.map((title, index) => {
				const line = points.map(({ values }, n) => `${n ? 'L' : 'M'}${n * step} ${yOf(values[index] ?? 0)}`).join('');
				return (
					<g key={title}>
						<path
							d={`${line}L100 ${yOf(0)}L0 ${yOf(0)}Z`}
							fill={colourOf(index)}
							fillOpacity={series.length > 1 ? 0 : 0.12}
						/>
						<path d={line} fill="none" stroke={colourOf(index)} strokeWidth="2" vectorEffect="non-scaling-stroke" />
					</g>
				);
			})}
			{points.map((point, n) => (
				<rect key={point.label} x={(n - 0.5) * step} y="0" width={step} height="100" fill="transparent">
					<title>{tellPoint(point, series, format)}</title>
				</rect>
			))}
		</Plot>
	);
}

export function BarChart({ points, series, format }: PlotProps) {
	const scale = niceScale(points.flatMap(({ values }) => values));
	const yOf = (value: number) => 100 - ((value - scale.min) / (scale.max - scale.min)) * 100;
	const room = 100 / (points.length || 1);
	const width = (room * 0.8) / series.length;
	return (
		<Plot points={points} scale={scale} format={format}>
			{points.map((point, n) => (
				<g key={point.label}>
					<rect x={n * room} y="0" width={room} height="100" fill="transparent" />
					{series.map((title, index) => {
						const value = point.values[index] ?? 0;
						return (
							<rect
								key={title}
								x={n * room + room * 0.1 + index * width}
								y={yOf(Math.max(value, 0))}
								width={width * 0.92}
								height={Math.abs(yOf(value) - yOf(0))}
								fill={colourOf(index)}
							/>
						);
					})}
					<title>{tellPoint(point, series, format)}</title>
				</g>
			))}
		</Plot>
	);
}

export function Legend({ series }: { series: readonly string[] }) {
	return (
		<ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
			{series.map((title, index) => (
				<li key={title} className="flex items-center gap-2">
					<Swatch index={index} />
					{title}
				</li>
			))}
		</ul>
	);
}

export function Swatch({ index }: { index: number }) {
	return (
		<svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 shrink-0">
			<rect width="12" height="12" rx="3" fill={colourOf(index)} />
		</svg>
	);
}

function tellPoint({ label, values }: Point, series: readonly string[], format: Format): string {
	return [label, ...series.map((title, index) => `${title}: ${format(values[index] ?? 0)}`)].join('\n');
}

type FrameProps = {
	points: readonly Point[];
	scale: ReturnType<typeof niceScale>;
	format: Format;
	children: ReactNode;
};

function Plot({ points, scale, format, children }: FrameProps) {
	const marks = [...scale.marks].reverse();
	return (
		<div className="grid h-55 grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2 text-xs text-soft">
			<div className="flex flex-col justify-between text-right figures">
				{marks.map((mark) => (
					<span key={mark} className="leading-none">
						{format(mark)}
					</span>
				))}
			</div>
			<div className="py-1.5">
				<svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full overflow-visible">
					{marks.map((mark) => {
						const y = 100 - ((mark - scale.min) / (scale.max - scale.min)) * 100;
						return (
							<line
								key={mark}
								x1="0"
								x2="100"
								y1={y}
								y2={y}
								stroke="var(--color-line)"
								vectorEffect="non-scaling-stroke"
							/>
						);
					})}
					{children}
				</svg>
			</div>
			<span />
			<div className="flex justify-between pt-1 figures">
				{[points[0], points[Math.floor(points.length / 2)], points.at(-1)].map((point, index) => (
					<span key={index}>{point?.label}</span>
				))}
			</div>
		</div>
	);
}
