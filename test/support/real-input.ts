import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface InputTurn {
  readonly clientTurnId: string;
  readonly speaker: string;
  readonly content: string;
  readonly occurredAt: string;
}

export interface Dialogue {
  readonly speakers: readonly string[];
  /** Sessions in order. */
  readonly sessions: readonly { readonly id: string; readonly turns: readonly InputTurn[] }[];
  readonly questions: readonly { readonly text: string; readonly evidence: readonly string[] }[];
}

export interface MessageLog {
  readonly user: string;
  readonly turns: readonly InputTurn[];
  readonly question: string;
  /** clientTurnIds that answer it. */
  readonly answers: readonly string[];
}

const FOLDER = resolve(process.env['BENCH_DATA'] ?? join(__dirname, '../../../shared/data'));
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Whether the public data sets are there. Says so loudly when not: the small dialogue below is no measure. */
export function hasDataSets(): boolean {
  const found = existsSync(join(FOLDER, 'locomo/locomo10.json')) && existsSync(join(FOLDER, 'memdaily'));
  if (!found)
    process.stderr.write(
      `\n!!! No data sets in ${FOLDER}: a small own dialogue is used. Set BENCH_DATA to the folder that has them.\n\n`,
    );
  return found;
}

/** The first LoCoMo dialogue (English, two speakers), or a small own one. */
export function readDialogue(index = 0): Dialogue {
  return hasDataSets() ? readLocomo(index) : OWN_DIALOGUE;
}

/** Chinese users with their messages, or a few own ones. */
export function readMessageLogs(users: number): MessageLog[] {
  return hasDataSets() ? readMemdaily(users) : OWN_LOGS;
}

interface LocomoTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
}

function readLocomo(index: number): Dialogue {
  const all = JSON.parse(readFileSync(join(FOLDER, 'locomo/locomo10.json'), 'utf8')) as {
    conversation: Record<string, unknown>;
    qa: { question: string; evidence?: string[] }[];
  }[];
  const entry = all[index];
  if (entry === undefined) throw new Error(`LoCoMo has no dialogue ${index}`);
  const names = Object.keys(entry.conversation)
    .filter((name) => /^session_\d+$/.test(name))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
  const sessions = names.map((name) => {
    const began = locomoTime(String(entry.conversation[`${name}_date_time`]));
    const turns = (entry.conversation[name] as LocomoTurn[]).map((turn, place) => ({
      clientTurnId: turn.dia_id,
      speaker: turn.speaker,
      content: turn.text,
      occurredAt: new Date(began + place * 60_000).toISOString(),
    }));
    return { id: name, turns };
  });
  return {
    speakers: [String(entry.conversation['speaker_a']), String(entry.conversation['speaker_b'])],
    sessions,
    questions: entry.qa.flatMap(({ question, evidence }) =>
      evidence === undefined || evidence.length === 0 ? [] : [{ text: question, evidence }],
    ),
  };
}

/** "1:56 pm on 8 May, 2023", read as UTC. */
function locomoTime(text: string): number {
  const match = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(text.trim());
  const month = MONTHS.indexOf((match?.[5] ?? '').toLowerCase());
  if (match === null || month < 0) throw new Error(`cannot read the time ${text}`);
  const hour = (Number(match[1]) % 12) + (match[3] === 'pm' ? 12 : 0);
  return Date.UTC(Number(match[6]), month, Number(match[4]), hour, Number(match[2]));
}

interface MemdailyUser {
  readonly tid: number;
  readonly message_list: readonly { readonly mid: number; readonly message: string; readonly time: string }[];
  readonly question_list: readonly {
    readonly question: string;
    readonly target_step_id: readonly number[];
  }[];
}

function readMemdaily(users: number): MessageLog[] {
  const files = readdirSync(join(FOLDER, 'memdaily'))
    .filter((name) => name.endsWith('.json'))
    .sort();
  const perFile = files.map((name) =>
    (JSON.parse(readFileSync(join(FOLDER, 'memdaily', name), 'utf8')) as MemdailyUser[]).map((user) =>
      logOf(name, user),
    ),
  );
  // A few of every file, so that all kinds of questions are there.
  const logs: MessageLog[] = [];
  for (let place = 0; logs.length < users && perFile.some((file) => file.length > place); place += 1)
    for (const file of perFile) {
      const log = file[place];
      if (log !== undefined && logs.length < users) logs.push(log);
    }
  return logs;
}

function logOf(file: string, user: MemdailyUser): MessageLog {
  const turns = user.message_list.map(({ mid, message, time }) => ({
    clientTurnId: String(mid),
    speaker: 'user',
    content: message,
    occurredAt: memdailyTime(time),
  }));
  const question = user.question_list[0];
  return {
    user: `${file.replace('.json', '')}-${user.tid}`,
    turns,
    question: question?.question ?? '',
    answers: (question?.target_step_id ?? []).map(String),
  };
}

/** "2024年04月01日 周一 08:39", in China's zone. */
function memdailyTime(text: string): string {
  const match = /^(\d{4})年(\d{2})月(\d{2})日.*?(\d{2}):(\d{2})/.exec(text);
  if (match === null) throw new Error(`cannot read the time ${text}`);
  return `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:00+08:00`;
}

const said = (id: string, speaker: string, content: string, minute: number): InputTurn => ({
  clientTurnId: id,
  speaker,
  content,
  occurredAt: new Date(Date.UTC(2026, 9, 5, 9, minute)).toISOString(),
});

const OWN_DIALOGUE: Dialogue = {
  speakers: ['Ada', 'Ben'],
  sessions: [
    {
      id: 'session_1',
      turns: [
        said('D1:1', 'Ada', 'Hi Ben! How are you?', 0),
        said(
          'D1:2',
          'Ben',
          'Good! I moved to Lisbon last week and started as a nurse at the children’s hospital.',
          1,
        ),
        said(
          'D1:3',
          'Ada',
          'Great news. I am allergic to peanuts, so please never order the satay for me.',
          2,
        ),
        said('D1:4', 'Ben', 'Noted. My sister Clara is getting married on 12 June 2027.', 3),
        said('D1:5', 'Ada', 'We always deploy on Tuesdays after the smoke test has passed.', 4),
        said('D1:6', 'Ben', 'I prefer tea to coffee in the morning.', 5),
      ],
    },
  ],
  questions: [
    { text: 'Where did Ben move?', evidence: ['D1:2'] },
    { text: 'What is Ada allergic to?', evidence: ['D1:3'] },
  ],
};

const OWN_LOGS: MessageLog[] = [
  {
    user: 'own-1',
    turns: [
      said('0', 'user', '我的上司名叫赵雅琳，在深圳上班。', 0),
      said('1', 'user', '我表妹学历是硕士。', 1),
      said('2', 'user', '我不能吃辣，点菜要清淡。', 2),
    ],
    question: '我的上司叫什么名字？',
    answers: ['0'],
  },
  {
    user: 'own-2',
    turns: [
      said('0', 'user', '我每周三晚上去健身房。', 0),
      said('1', 'user', '我女儿的生日是五月二十日。', 1),
    ],
    question: '我女儿什么时候生日？',
    answers: ['1'],
  },
];
