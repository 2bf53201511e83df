import { ClaudeCodeReader } from './claude-code-reader';

const BASE = { uuid: 'u1', sessionId: 's1', timestamp: '2026-11-30T09:00:00.000Z' };
const read = (line: object) => new ClaudeCodeReader('from-the-file').read(JSON.stringify(line));
const user = (content: unknown, more: object = {}) =>
  read({ type: 'user', ...BASE, message: { role: 'user', content }, ...more });
const assistant = (content: unknown, more: object = {}) =>
  read({ type: 'assistant', ...BASE, message: { id: 'm1', role: 'assistant', content }, ...more });

describe('a line of a Claude Code transcript', () => {
  it('gives the words of the person and of the assistant with their time and id', () => {
    expect(user('以后请用中文回答。')).toEqual({
      kind: 'turns',
      sessionId: 's1',
      turns: [
        { role: 'user', content: '以后请用中文回答。', clientTurnId: 'u1', occurredAt: BASE.timestamp },
      ],
    });
    expect(
      assistant([
        { type: 'thinking', thinking: 'hm', signature: 'x' },
        { type: 'text', text: 'One.' },
        { type: 'text', text: 'Two.' },
      ]),
    ).toMatchObject({ turns: [{ role: 'assistant', content: 'One.\n\nTwo.' }] });
  });

  it('keeps what tools were called with, and what they answered as a turn of the tool', () => {
    expect(assistant([{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }])).toMatchObject(
      {
        turns: [
          {
            role: 'assistant',
            content: '',
            toolCalls: [{ id: 't1', name: 'Bash', input: { command: 'ls' } }],
          },
        ],
      },
    );
    const result = [
      {
        type: 'tool_result',
        tool_use_id: 't1',
        content: [
          { type: 'text', text: 'a.txt' },
          { type: 'image', source: { data: 'AAAA' } },
        ],
      },
    ];
    expect(user(result)).toMatchObject({
      turns: [{ role: 'tool', content: 'a.txt\n[image]', clientTurnId: 'u1#result' }],
    });
    expect(user([{ type: 'text', text: 'See above.' }, ...result])).toMatchObject({
      turns: [{ role: 'user', content: 'See above.' }, { role: 'tool' }],
    });
  });

  it.each<[string, object, RegExp]>([
    ['of a subagent', { isSidechain: true }, /subagent/],
    ['of the program', { isMeta: true }, /note of the program/],
    ['that sums up', { isCompactSummary: true }, /summary/],
    ['of a task', { origin: { kind: 'task-notification' } }, /note of the program/],
  ])('skips words %s', (_whose, mark, reason) => {
    expect(user('words', mark)).toMatchObject({ kind: 'skip', reason: expect.stringMatching(reason) });
  });

  it('skips a user line that is wholly markup, and keeps one that quotes it', () => {
    expect(user('<command-name>/clear</command-name>\n<command-args></command-args>')).toMatchObject({
      kind: 'skip',
    });
    expect(user([{ type: 'text', text: '<system-reminder>be brief</system-reminder>' }])).toMatchObject({
      kind: 'skip',
    });
    expect(user('What does <command-name>/clear</command-name> do?')).toMatchObject({
      turns: [{ content: 'What does <command-name>/clear</command-name> do?' }],
    });
  });

  it.each([
    [{ type: 'summary', summary: 'x', leafUuid: 'y' }, /bookkeeping \(summary\)/],
    [{ type: 'file-history-snapshot', messageId: 'x' }, /bookkeeping/],
    [{ type: 'a-kind-of-next-year' }, /bookkeeping/],
    [{ type: 'user', ...BASE }, /unknown form/],
    [{ noType: true }, /unknown form/],
    [
      { type: 'assistant', ...BASE, message: { content: [{ type: 'thinking', thinking: 'hm' }] } },
      /nothing that was said/,
    ],
  ])('skips %j with the reason', (line, reason) => {
    expect(read(line)).toMatchObject({ kind: 'skip', reason: expect.stringMatching(reason) });
  });

  it('is read leniently: odd fields are left out, the session is that of the file', () => {
    expect(
      read({
        type: 'user',
        uuid: 'u2',
        timestamp: 'yesterday',
        isMeta: 'no',
        origin: 7,
        message: { content: 'Hello there.' },
      }),
    ).toEqual({
      kind: 'turns',
      sessionId: 'from-the-file',
      turns: [{ role: 'user', content: 'Hello there.', clientTurnId: 'u2' }],
    });
    expect(new ClaudeCodeReader('f').read('{"type":"user"')).toMatchObject({ kind: 'fault' });
  });
});
