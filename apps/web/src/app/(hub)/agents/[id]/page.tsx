import { AgentPage } from '../../../../features/agents/agent-page';
import { Translations } from '../../../../i18n/translations';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Translations
      parts={['agents', 'mounts', 'key', 'connect', 'agentMemory', 'received', 'shell', 'ui', 'errors']}
    >
      <AgentPage id={decodeURIComponent(id)} />
    </Translations>
  );
}
