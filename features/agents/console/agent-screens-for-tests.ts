/** The world around one of the agents' screens: the calls that it makes, live events, the table. Only tests import this. */
import { screen, within } from '@testing-library/react';
import {
  answerCalls,
  type FakeAnswers,
  fakeStream,
  type SentCall,
} from '#foundation/console/testing/render-for-tests.tsx';
import { channelList, member, memberPage } from './agents-for-tests.ts';

/** The member that searches find besides `Shop 1`. */
export const north = member(2, { name: 'North', type: 'agent', children: 3 });

/** Answers the calls of a screen; `of` returns what was sent to one path. */
export function answerScreen(answers: FakeAnswers) {
  const stream = fakeStream();
  const sent = answerCalls({
    '/events': stream.answer,
    '/channel/list': channelList,
    '/agent/userlist': memberPage([member(1), north]),
    ...answers,
  });
  return { stream, of: (path: string): SentCall[] => sent.filter((call) => call.path === path) };
}

/** The text of each cell of the loaded table, by row. */
export async function cells(): Promise<(string | null)[][]> {
  await screen.findAllByText(/^[\d,]+ (row|order|member|day|month|channel)s?$/);
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
}
