import { newId } from '@memory-hub/contracts';
import { packNotices, unpackNotices, type Notice } from './notices';

const notice = (): Notice => ({
  no: newId(),
  type: 'task.changed',
  id: `task_${'0'.repeat(32)}`,
  aclId: newId(),
});

describe('notices on the wire', () => {
  it('arrive whole and in order, however many there are', () => {
    const notices = Array.from({ length: 500 }, notice);
    const payloads = packNotices(notices);
    expect(payloads.every((payload) => Buffer.byteLength(payload) < 8_000)).toBe(true);
    expect(payloads.flatMap((payload) => unpackNotices(payload) ?? [])).toEqual(notices);
  });

  it('are nothing when there is nothing to tell', () => {
    expect(packNotices([])).toEqual([]);
  });

  it.each(['', 'null', '{"no":1}', '[{"type":"task.changed"}]'])(
    'are refused when they are not ours: %s',
    (payload) => {
      expect(unpackNotices(payload)).toBeNull();
    },
  );
});
