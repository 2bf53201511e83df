'use client';

import type { ViewerFragment } from '@memory-hub/graphql-client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { keepSignedIn } from '../../data/session';
import { TimeZoneContext, useFormat } from '../../i18n/format';
import { Step } from './step';
import { AgentStep, ConnectStep, type NewAgent } from './agent-steps';
import { HubStep, YouStep } from './people-steps';
import { useOwnTimeZone, type Person } from './person-fields';

const STEPS = ['you', 'hub', 'agent', 'connect'] as const;
type StepName = (typeof STEPS)[number];

interface Entry {
  at: number;
  text: string;
}

/** The first run: who you are, the team, the first agent, its first call. */
export function FirstRun({ token, viewer }: { token: string; viewer: ViewerFragment | null }) {
  const t = useTranslations('entry');
  const [step, setStep] = useState<StepName>(viewer === null ? 'you' : 'agent');
  const [signedIn, setSignedIn] = useState(viewer);
  const [agent, setAgent] = useState<NewAgent>();
  const [connected, setConnected] = useState(false);
  const [record, setRecord] = useState<readonly Entry[]>([]);
  const zone = useOwnTimeZone();
  const [typed, setTyped] = useState<Partial<Person>>({});
  const person: Person = { name: '', email: '', password: '', timeZone: zone, ...typed };
  const note = useCallback((text: string) => setRecord((now) => [...now, { at: Date.now(), text }]), []);
  const agentName = agent?.name ?? '';
  const markConnected = useCallback(() => {
    setConnected(true);
    note(t('setup.record.connected', { name: agentName }));
  }, [note, t, agentName]);
  const team = signedIn?.spaces.find(({ space }) => space.kind === 'TEAM')?.space;

  const stateOf = (name: StepName) =>
    name === step ? 'open' : STEPS.indexOf(name) < STEPS.indexOf(step) ? 'done' : 'todo';
  const left = STEPS.length - STEPS.indexOf(step) - (connected ? 1 : 0);
  return (
    <TimeZoneContext.Provider value={person.timeZone}>
      <main id="main" className="setup" tabIndex={-1}>
        <div>
          <h1>{connected ? t('setup.ready') : t('setup.left', { count: left })}</h1>
          <p className="ink2 lead">{t(`setup.lead.${connected ? 'ready' : step}`)}</p>
          <Step
            number={1}
            title={t('setup.step.you')}
            state={stateOf('you')}
            summary={signedIn?.user.name ?? person.name}
            onChange={signedIn === null ? () => setStep('you') : undefined}
          >
            <YouStep
              person={person}
              onChange={(change) => setTyped((now) => ({ ...now, ...change }))}
              onDone={() => setStep('hub')}
            />
          </Step>
          <Step
            number={2}
            title={t('setup.step.hub')}
            state={stateOf('hub')}
            summary={
              signedIn === null ? '' : [signedIn.organisation.name, team?.name].filter(Boolean).join(', ')
            }
          >
            <HubStep
              token={token}
              person={person}
              onBack={() => setStep('you')}
              onDone={(claimed, reviewAlone) => {
                setSignedIn(claimed);
                keepSignedIn();
                note(
                  t('setup.record.hub', { organisation: claimed.organisation.name, name: claimed.user.name }),
                );
                note(t(reviewAlone ? 'setup.record.alone' : 'setup.record.fourEyes'));
                setStep('agent');
              }}
            />
          </Step>
          <Step number={3} title={t('setup.step.agent')} state={stateOf('agent')} summary={agent?.name}>
            {signedIn !== null && (
              <AgentStep
                spaceId={(team ?? signedIn.spaces[0]?.space)?.id ?? ''}
                onDone={(created) => {
                  setAgent(created);
                  note(t('setup.record.agent', { name: created.name, key: created.key?.prefix ?? '' }));
                  setStep('connect');
                }}
              />
            )}
          </Step>
          <Step number={4} title={t('setup.step.connect')} state={stateOf('connect')}>
            {agent !== undefined && <ConnectStep agent={agent} onConnected={markConnected} />}
          </Step>
          {step === 'agent' && (
            <p className="later">
              <Link className="btn quiet" href="/search">
                {t('setup.later')}
              </Link>
            </p>
          )}
        </div>
        <Record entries={record} waiting={connected ? null : step === 'connect'} />
      </main>
    </TimeZoneContext.Provider>
  );
}

/** What has really happened so far, with the time of each. */
function Record({ entries, waiting }: { entries: readonly Entry[]; waiting: boolean | null }) {
  const t = useTranslations('entry');
  const format = useFormat();
  return (
    <aside aria-label={t('setup.record.title')}>
      <h2>{t('setup.record.title')}</h2>
      <ol className="ledger">
        {entries.map(({ at, text }) => (
          <li key={`${at}${text}`}>
            <time>{format.clock(at)}</time>
            <span>{text}</span>
          </li>
        ))}
        {waiting !== null && (
          <li>
            <span className="mono ink2">{t('setup.record.now')}</span>
            <span className="ink2">
              {t(
                waiting
                  ? 'setup.record.waiting'
                  : entries.length === 0
                    ? 'setup.record.empty'
                    : 'setup.record.next',
              )}
            </span>
          </li>
        )}
      </ol>
      <p className="meta ledger-foot">{t('setup.record.audit')}</p>
    </aside>
  );
}
