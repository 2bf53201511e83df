import type { QueryKey } from '@tanstack/react-query';
import type { HubEvent } from './live';

/** Names of cached answers. The first word is the view, the second the object. */
export const keys = {
  shell: ['shell'],
  search: (input: unknown) => ['search', input],
  browse: (what: string, agentId: string | null, category: string | null) => [
    'browse',
    what,
    agentId,
    category,
  ],
  transcript: (id: string) => ['browse', 'transcript', id],
  agentName: (id: string) => ['agent-name', id],
  peek: (id: string) => ['peek', id],
  inbox: (view: string, spaceId: string | null) => ['inbox', view, spaceId],
  sentBack: (spaceId: string | null) => ['inbox', 'sent-back', spaceId],
  texts: (id: string) => ['texts', id],
  words: (id: string) => ['peek', id, 'words'],
  proposal: (id: string) => ['proposal', id],
  agents: (spaceId: string | null) => ['agents', spaceId],
  agent: (id: string) => ['agent', id],
  agentStatus: (id: string) => ['agent-status', id],
  manifest: (id: string, text: string) => ['manifest', id, text],
  mountable: (id: string, text: string) => ['mountable', id, text],
  revisions: (assetId: string) => ['revisions', assetId],
  team: (spaceId: string) => ['team', spaceId],
} as const;

/** Which cached answers an event makes old. Unknown events make none old. */
export function touchedBy({ type, id }: HubEvent): QueryKey[] {
  switch (type) {
    case 'proposal.changed':
      return [['proposal', id], ['inbox'], keys.shell, ['peek'], ['agent'], ['manifest']];
    case 'check.changed':
      return [['proposal'], ['inbox']];
    case 'inbox.changed':
      return [['inbox'], keys.shell];
    case 'agent.connected':
    case 'agent.changed':
      return [['agent', id], ['agent-status', id], ['agents'], ['manifest', id], keys.shell];
    case 'memory.changed':
      return [['browse'], ['agent', id]];
    case 'task.changed':
      return [['agent'], keys.shell];
    default:
      return [];
  }
}

/** Views that ask again every few seconds while the stream is down. A search is asked again only by its reader. */
export const POLLED: readonly string[] = ['shell', 'inbox', 'proposal', 'agents', 'agent', 'agent-status'];
