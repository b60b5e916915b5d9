/** What the dashboard asks first: its figures, and its chart as it stands at first. */
import { question, type Question } from '#foundation/console/typed-calls.ts';
import { dashboardCalls } from './calls.ts';

export function dashboardQuestions(): Question[] {
  return [
    question(dashboardCalls, '/dashboard/summary', undefined),
    question(dashboardCalls, '/dashboard/chart', { days: 7 }),
  ];
}
