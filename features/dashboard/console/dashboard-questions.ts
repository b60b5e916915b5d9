/** The dashboard's first requests: its figures, and the chart with its default period. */
import { question, type Question } from '#foundation/console/wire/typed-calls.ts';
import { dashboardCalls } from './calls.ts';

export function dashboardQuestions(): Question[] {
  return [
    question(dashboardCalls, '/dashboard/summary', undefined),
    question(dashboardCalls, '/dashboard/chart', { days: 7 }),
  ];
}
