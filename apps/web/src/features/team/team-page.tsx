'use client';

import { TeamDocument } from '@memory-hub/graphql-client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { Button } from '../../ui/button';
import { Empty, ErrorBox, SkeletonRows } from '../../ui/feedback';
import { languageOf } from '../../ui/ranges';
import { usePlace } from '../shell/place';
import { useSpaceFilter } from '../shell/space';
import { useShell } from '../shell/use-shell';
import { CreateSpace } from './create-space';
import { Invitations } from './invitations';
import { Invite } from './invite';
import { Members } from './members';
import { Policies } from './policies';
import type { Team } from './team';

/** One space: who belongs to it, who is invited, and by which rule it reviews. */
export function TeamPage() {
  const t = useTranslations('team');
  const { viewer } = useShell();
  const [chosen] = useSpaceFilter();
  const [fresh, setFresh] = useQueryState('new', parseAsString);
  const id = chosen ?? viewer?.spaces.find(({ space }) => space.kind === 'TEAM')?.space.id ?? null;
  const query = useQuery({
    queryKey: keys.team(id ?? ''),
    enabled: id !== null,
    queryFn: async ({ signal }) => (await ask(TeamDocument, { id: id ?? '' }, signal)).space,
  });
  const team = query.data;
  usePlace(team?.name);
  const mayCreate = viewer?.organisation.viewerCan.createSpace === true;
  if (query.isError) {
    return (
      <div className="page">
        <ErrorBox whole title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (viewer !== undefined && id === null) {
    return (
      <div className="page">
        <Empty
          whole
          title={t('noTeam')}
          actions={
            mayCreate && (
              <Button look="primary" onClick={() => void setFresh('space')}>
                {t('createSpace')}
              </Button>
            )
          }
        >
          {t(mayCreate ? 'noTeamText' : 'noTeamAsk')}
        </Empty>
        {fresh === 'space' && <CreateSpace onClose={() => void setFresh(null)} />}
      </div>
    );
  }
  if (team === undefined) {
    return (
      <div className="page">
        <SkeletonRows rows={5} lines={1} />
      </div>
    );
  }
  if (team === null) {
    return (
      <div className="page">
        <Empty whole title={t('missing')}>
          {t('missingText')}
        </Empty>
      </div>
    );
  }
  return (
    <Body
      team={team}
      inviting={fresh === 'invitation'}
      creating={fresh === 'space'}
      mayCreate={mayCreate}
      onOpen={(what) => void setFresh(what)}
    />
  );
}

interface BodyProps {
  team: Team;
  inviting: boolean;
  creating: boolean;
  mayCreate: boolean;
  onOpen: (what: 'invitation' | 'space' | null) => void;
}

function Body({ team, inviting, creating, mayCreate, onOpen }: BodyProps) {
  const t = useTranslations('team');
  const [link, setLink] = useState<string>();
  const personal = team.kind === 'PERSONAL';
  const admins = team.members.edges
    .filter(({ node }) => node.role === 'ADMIN')
    .map(({ node }) => node.user.name);
  return (
    <>
      <header className="detail-head">
        <div className="flow">
          <h1 lang={languageOf(team.name)}>{team.name}</h1>
          <span className="push flow">
            {mayCreate && (
              <Button look="quiet" onClick={() => onOpen('space')}>
                {t('createSpace')}
              </Button>
            )}
            {!personal && (
              <Button
                look="primary"
                icon="plus"
                blocked={!team.viewerCan.manageMembers && t('inviteBlocked', { names: admins.join(', ') })}
                onClick={() => onOpen('invitation')}
              >
                {t('invite')}
              </Button>
            )}
          </span>
        </div>
        <p className="ink2">{t(personal ? 'personalText' : 'lead', { count: team.members.totalCount })}</p>
      </header>
      <Members team={team} admins={admins} />
      {!personal && <Invitations team={team} />}
      <Policies team={team} admins={admins} />
      {inviting && (
        <Invite
          team={team}
          link={link}
          onLink={setLink}
          onClose={() => {
            setLink(undefined);
            onOpen(null);
          }}
        />
      )}
      {creating && <CreateSpace onClose={() => onOpen(null)} />}
    </>
  );
}
