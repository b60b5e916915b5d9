/**
 * The drawn chart with its library, in a chunk of its own. One series is bars in the upper half, the other a line in
 * the lower half. Each half has its own axis and label, so that no one has to read colours or a second scale. What the
 * bars were in an earlier period can be drawn over them as a dotted line.
 */
import { useComputedColorScheme, useMantineTheme } from '@mantine/core';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useEffect, useRef } from 'react';
import { type Format, useFormat } from '#foundation/console/display/format.tsx';
import classes from './DayChart.module.css';

Chart.register(
  BarController,
  BarElement,
  LineController,
  LineElement,
  PointElement,
  CategoryScale,
  LinearScale,
  Tooltip,
);

type Config = ChartConfiguration<'bar' | 'line', number[], string>;

/** One place on the horizontal axis. */
export interface ChartPoint {
  /** For the axis: short. */
  readonly label: string;
  /** For the tooltip. */
  readonly title: string;
  /** A decimal amount. */
  readonly bar: string;
  /** A decimal amount as text, or a count. */
  readonly line: string | number;
  /** What the bar was in the earlier period, with its title. */
  readonly before?: { readonly bar: string; readonly title: string } | null;
}

export interface DayChartProps {
  /** Must stay the same until the figures change, as a new one is drawn again. */
  points: readonly ChartPoint[];
  names: { bar: string; line: string; before?: string };
  /** The chart as text, for screen readers. */
  summary: string;
}

export function DayChart({ points, names: { bar, line, before }, summary }: DayChartProps) {
  const format = useFormat();
  const scheme = useComputedColorScheme('light');
  const theme = useMantineTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<'bar' | 'line', number[], string>>(undefined);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const config = configOf(points, {
      format,
      colours: coloursOf(element),
      names: { bar, line, ...(before === undefined ? {} : { before }) },
    });
    if (chart.current) {
      chart.current.data = config.data;
      chart.current.options = config.options ?? {};
      chart.current.update('none');
    } else chart.current = new Chart(element, config);
  }, [points, format, bar, line, before, scheme, theme]);
  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = undefined;
    },
    [],
  );
  return (
    <div className={classes.canvas}>
      <canvas ref={canvas} role="img" aria-label={summary} />
    </div>
  );
}

interface Colours {
  accent: string;
  ink: string;
  quiet: string;
  line: string;
  surface: string;
  font: string;
}

function coloursOf(element: HTMLElement): Colours {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    accent: read('--accent'),
    ink: read('--ink'),
    quiet: read('--ink-quiet'),
    line: read('--line'),
    surface: read('--surface'),
    font: style.fontFamily,
  };
}

interface Look {
  format: Format;
  colours: Colours;
  names: DayChartProps['names'];
}

const AXIS_WIDTH = 52;

function configOf(points: readonly ChartPoint[], look: Look): Config {
  const { format, colours, names } = look;
  const { accent, ink, quiet, line, surface, font } = colours;
  const axis = {
    beginAtZero: true,
    grace: '22%',
    border: { display: false },
    grid: { color: line },
    afterFit: (scale: { width: number }) => void (scale.width = AXIS_WIDTH),
  };
  const ticks = { color: quiet, font: { family: font, size: 11 }, padding: 6 };
  return {
    type: 'bar',
    data: {
      labels: points.map(({ label }) => label),
      datasets: [
        // Numbers only place the pixels; all figures that people read come from the amount strings.
        {
          type: 'bar',
          label: names.bar,
          yAxisID: 'bar',
          data: points.map((point) => Number(point.bar)),
          backgroundColor: accent,
          borderRadius: 3,
          maxBarThickness: 34,
          categoryPercentage: 0.7,
        },
        {
          type: 'line',
          label: names.line,
          yAxisID: 'line',
          data: points.map((point) => Number(point.line)),
          borderColor: ink,
          backgroundColor: surface,
          pointBackgroundColor: surface,
          borderWidth: 1.5,
          pointRadius: points.length > 31 ? 0 : points.length > 14 ? 2 : 3,
          pointBorderWidth: 1.5,
        },
        ...(names.before === undefined ? [] : [beforeLine(points, names.before, quiet)]),
      ],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          grid: { display: false },
          border: { color: line },
          ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 14 },
        },
        // The topmost label is left out, because it would overlap the zero of the other axis.
        line: {
          ...axis,
          stack: 'figures',
          stackWeight: 2,
          ticks: {
            ...ticks,
            maxTicksLimit: 3,
            ...(points.some((point) => typeof point.line === 'string') ? {} : { precision: 0 }),
            callback: (value, index, all) => (index === all.length - 1 ? '' : format.compact(Number(value))),
          },
        },
        bar: {
          ...axis,
          stack: 'figures',
          stackWeight: 4,
          ticks: { ...ticks, maxTicksLimit: 5, callback: (value) => format.compact(Number(value)) },
        },
      },
      plugins: {
        tooltip: tooltipOf(points, look),
      },
    },
    plugins: [nameSeries],
  };
}

/** Without a gap where the earlier period was shorter. */
function beforeLine(points: readonly ChartPoint[], label: string, colour: string): Config['data']['datasets'][number] {
  return {
    type: 'line',
    label,
    yAxisID: 'bar',
    // Over the bars.
    order: -1,
    data: points.map(({ before }) => (before ? Number(before.bar) : Number.NaN)),
    borderColor: colour,
    borderDash: [2, 4],
    borderCapStyle: 'round',
    borderWidth: 2,
    pointRadius: 0,
  };
}

type TooltipOptions = NonNullable<NonNullable<NonNullable<Config['options']>['plugins']>['tooltip']>;

function tooltipOf(
  points: readonly ChartPoint[],
  { format, colours: { ink, surface, font }, names }: Look,
): TooltipOptions {
  return {
    backgroundColor: ink,
    titleColor: surface,
    bodyColor: surface,
    titleFont: { family: font, size: 12 },
    bodyFont: { family: font, size: 12 },
    padding: 10,
    cornerRadius: 6,
    displayColors: false,
    callbacks: {
      title: ([item]) => points[item?.dataIndex ?? 0]?.title ?? '',
      label: ({ dataIndex, datasetIndex }) => {
        const point = points[dataIndex];
        if (!point) return '';
        if (datasetIndex === 0) return `${names.bar}: ${format.amount(point.bar)}`;
        if (datasetIndex === 2) return point.before ? `${point.before.title}: ${format.amount(point.before.bar)}` : '';
        const text = typeof point.line === 'string' ? format.amount(point.line) : format.number(point.line);
        return `${names.line}: ${text}`;
      },
    },
  };
}

/** Draws each series' name into its half of the chart. */
const nameSeries: Plugin<'bar' | 'line'> = {
  id: 'nameSeries',
  afterDatasetsDraw({ ctx, scales, data, chartArea }) {
    const { quiet, font } = coloursOf(ctx.canvas);
    ctx.save();
    ctx.fillStyle = quiet;
    ctx.font = `11px ${font}`;
    ctx.textBaseline = 'top';
    for (const dataset of data.datasets.slice(0, 2)) {
      const scale = dataset.type === 'bar' ? scales.bar : scales.line;
      if (scale) ctx.fillText(dataset.label ?? '', chartArea.left + 6, scale.top + 3);
    }
    ctx.restore();
  },
};
