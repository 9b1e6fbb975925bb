import { type PointerEvent, type ReactNode, useState } from 'react';
import { niceScale } from './nice-scale.ts';

const COLOURS = 6;

const colourOf = (index: number) => `var(--chart-${(index % COLOURS) + 1})`;

type Format = (value: number) => string;
export type Slice = { label: string; value: number };
export type Point = { label: string; values: readonly number[] };
type PlotProps = { points: readonly Point[]; series: readonly string[]; format: Format; isCount?: boolean };

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
		<Plot points={points} series={series} scale={scale} format={format} xOf={(n) => n * step}>
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
		</Plot>
	);
}

export function BarChart({ points, series, format }: PlotProps) {
	const scale = niceScale(points.flatMap(({ values }) => values));
	const yOf = (value: number) => 100 - ((value - scale.min) / (scale.max - scale.min)) * 100;
	const room = 100 / (points.length || 1);
	const width = (room * 0.8) / series.length;
	return (
		<Plot points={points} series={series} scale={scale} format={format} xOf={(n) => (n + 0.5) * room}>
			{points.map((point, n) => (
				<g key={point.label}>
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
				</g>
			))}
		</Plot>
	);
}

export function Legend({ series, totals }: { series: readonly string[]; totals: readonly string[] }) {
	return (
		<ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
			{series.map((title, index) => (
				<li key={title} className="flex items-center gap-2">
					<Swatch index={index} />
					{title} <span className="font-semibold text-ink figures">{totals[index]}</span>
				</li>
			))}
		</ul>
	);
}

export function totalsOf(points: readonly Point[], series: readonly string[], format: Format): string[] {
	return series.map((_, index) => format(points.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)));
}

export function Swatch({ index }: { index: number }) {
	return (
		<svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 shrink-0">
			<rect width="12" height="12" rx="3" fill={colourOf(index)} />
		</svg>
	);
}

type FrameProps = {
	points: readonly Point[];
	series: readonly string[];
	scale: ReturnType<typeof niceScale>;
	format: Format;
	xOf: (n: number) => number;
	children: ReactNode;
};

function Plot({ points, series, scale, format, xOf, children }: FrameProps) {
	const [pointed, setPointed] = useState<number>();
	const marks = [...scale.marks].reverse();
	const point = pointed === undefined ? undefined : points[pointed];

	function follow({ clientX, currentTarget }: PointerEvent): void {
		const { left, width } = currentTarget.getBoundingClientRect();
		const x = ((clientX - left) / width) * 100;
		const distances = points.map((_, n) => Math.abs(xOf(n) - x));
		setPointed(distances.indexOf(Math.min(...distances)));
	}

	return (
		<div className="grid h-55 grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2 text-xs text-soft">
			<div className="flex flex-col justify-between text-end figures">
				{marks.map((mark) => (
					<span key={mark} className="leading-none">
						{format(mark)}
					</span>
				))}
			</div>
			<div className="relative py-1.5" onPointerMove={follow} onPointerLeave={() => setPointed(undefined)}>
				<svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full overflow-visible">
					{marks.map((mark) => {
						const y = 100 - ((mark - scale.min) / (scale.max - scale.min)) * 100;
						return <Line key={mark} from={[0, y]} to={[100, y]} colour="var(--color-line)" />;
					})}
					{children}
					{pointed !== undefined && (
						<Line from={[xOf(pointed), 0]} to={[xOf(pointed), 100]} colour="var(--color-soft)" />
					)}
				</svg>
				{point && <Readout point={point} series={series} format={format} x={xOf(pointed ?? 0)} />}
			</div>
			<span />
			<div className="flex justify-between pt-1 figures">
				{[points[0], points[Math.floor(points.length / 2)], points.at(-1)].map((point, index) => (
					<span key={index}>{point && plainDay(point.label)}</span>
				))}
			</div>
		</div>
	);
}

type LineProps = { from: readonly [number, number]; to: readonly [number, number]; colour: string };

function Line({ from, to, colour }: LineProps) {
	return <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} stroke={colour} vectorEffect="non-scaling-stroke" />;
}

type ReadoutProps = { point: Point; series: readonly string[]; format: Format; x: number };

function Readout({ point: { label, values }, series, format, x }: ReadoutProps) {
	const side = x < 50 ? { left: `calc(${x}% + 0.75rem)` } : { right: `calc(${100 - x}% + 0.75rem)` };
	return (
		<div
			style={side}
			className="pointer-events-none absolute top-1 z-10 rounded-control border border-line bg-card px-3 py-2 text-ink floating"
		>
			<p className="mb-1 font-semibold">{plainDay(label)}</p>
			{series.map((title, index) => (
				<p key={title} className="flex items-center gap-2 whitespace-nowrap">
					<Swatch index={index} />
					<span className="text-soft">{title}</span>
					<span className="ms-auto ps-3 font-semibold figures">{format(values[index] ?? 0)}</span>
				</p>
			))}
		</div>
	);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function plainDay(day: string): string {
	const [, month, date] = /^\d{4}-(\d\d)-(\d\d)$/.exec(day) ?? [];
	return month ? `${MONTHS[Number(month) - 1]} ${Number(date)}` : day;
}
