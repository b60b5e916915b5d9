/** What a user without an agent's account sees on an agent's page. The calls answer such a user `not_found`. */
import { useNavigate } from '@tanstack/react-router';
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { EmptyRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { agentWords } from '../screen-words.ts';

export function AgentsOnly({ title }: { title: string }) {
  const t = useWords(agentWords);
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyRows
          title={t('agents_only_title')}
          hint={<SupportText text={t('agents_only_hint')} />}
          action={{ label: t('to_start'), onClick: () => void navigate({ to: '/' }) }}
        />
      </Panel>
    </>
  );
}
