/**
 * Compares our figures with those of other consoles. They can't be installed as built files from the package registry,
 * so these are the reference values that the budgets are based on: measured once, on another machine, with the same
 * method. A ratio over 1 means that ours is faster.
 */
import { table } from './machine.ts';

const columns = ['login usable', 'deep link', 'warm route', '100 rows'] as const;
/** In milliseconds; undefined if not measured. */
const anchors: readonly (readonly [string, ...(number | undefined)[]])[] = [
  ['vue-element-admin', 3_600, 1_700, 770, 1_460],
  ['ant-design-pro', 6_300, 3_500, 740, undefined],
  ['react-admin', 3_700, 1_200, 980, 2_240],
  ['shadcn-admin', 3_300, 1_200, 160, 550],
];
/** Our figure for each column, measured with the same method. */
const figureOf: Readonly<Record<(typeof columns)[number], string>> = {
  'login usable': 'login usable (hydrated), slow',
  'deep link': 'deep link /order/list, cpu',
  'warm route': 'warm route change, cpu',
  '100 rows': '100 rows, cpu',
};

/** `medianOf` returns a figure of this run by its name. */
export function comparedWithOthers(medianOf: (name: string) => number): string {
  const ours = columns.map((column) => medianOf(figureOf[column]));
  const rows = anchors.map(([name, ...values]) => [
    name,
    ...values.map((value, index) =>
      value === undefined ? '–' : `${value} ms (${(value / (ours[index] ?? Number.NaN)).toFixed(1)}×)`,
    ),
  ]);
  const title = 'Reference (measured on another machine with the same method); in brackets: multiple of ours';
  return `${title}\n${table([['', ...columns], ['ours, this run', ...ours.map((value) => `${value.toFixed(0)} ms`)], ...rows])}`;
}
