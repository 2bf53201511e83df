import { hasScope } from '../principal';
import type { Policy } from './policy';

/** A memory belongs to the person it is about; an agent keeps its own. Nobody's role opens it. */
export const conversationPolicy: Policy<'Conversation'> = {
  subjects: ['Conversation'],
  person(me, may) {
    const aboutMe = { subjectId: me.subjectId };
    may('read');
    may('create', aboutMe, { agentOwnerId: me.userId });
    may(['edit', 'delete', 'extract'], aboutMe);
  },
  agent(me, may) {
    if (hasScope(me, 'memory:read')) may('read');
    if (hasScope(me, 'memory:write')) may(['create', 'edit', 'extract'], { agentId: me.agentId });
  },
};

/** Turns are word for word: nobody edits them. What was masked is revealed to its subject only. */
export const turnPolicy: Policy<'Turn'> = {
  subjects: ['Turn'],
  person(me, may) {
    const aboutMe = { subjectId: me.subjectId };
    may('read');
    may('create', aboutMe, { agentOwnerId: me.userId });
    may(['delete', 'reveal'], aboutMe);
  },
  agent(me, may) {
    if (hasScope(me, 'memory:read')) may('read');
    if (hasScope(me, 'memory:write')) may('create', { agentId: me.agentId });
  },
};

export const cardPolicy: Policy<'Card'> = {
  subjects: ['Card'],
  person(me, may) {
    const aboutMe = { subjectId: me.subjectId };
    may('read');
    may('create', aboutMe, [{ agentId: null }, { agentOwnerId: me.userId }]);
    may(['edit', 'delete', 'share'], aboutMe);
  },
  agent(me, may) {
    if (hasScope(me, 'memory:read')) may('read');
    if (hasScope(me, 'memory:write')) may(['create', 'edit', 'delete'], { agentId: me.agentId });
  },
};

/** Scenes and personas are rendered by the hub; a person may correct them, an agent only reads. */
export const renderedMemoryPolicy: Policy<'Scene' | 'Persona'> = {
  subjects: ['Scene', 'Persona'],
  person(me, may) {
    may('read');
    may(['edit', 'delete', 'share'], { subjectId: me.subjectId });
  },
  agent(me, may) {
    if (hasScope(me, 'memory:read')) may('read');
  },
};
