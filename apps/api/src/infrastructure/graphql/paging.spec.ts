import { encodeCursor, pageRequest, type SortKey } from './paging';

const ID = '0190f3c0-0000-7000-8000-000000000000';

describe('cursors of lists', () => {
  it.each<[SortKey, string]>([
    ['uuid', ID],
    ['number', '12'],
    ['time and uuid', `2026-11-30T09:00:00.000Z ${ID}`],
  ])('are the sort key of the last row: %s', (sortKey, key) => {
    expect(pageRequest(sortKey, 5, encodeCursor(key))).toEqual({ first: 5, after: key });
    expect(pageRequest(sortKey, null, null)).toEqual({ first: 20, after: null });
  });

  it.each<[SortKey, string]>([
    ['uuid', 'zzz'],
    ['uuid', '12'],
    ['uuid', `${ID}\n`],
    ['number', ID],
    ['number', '-1'],
    ['number', '1.5'],
    ['number', '1e3'],
    ['number', '99999999999999999999'],
    ['time and uuid', ID],
    ['time and uuid', `2026-02-30T09:00:00.000Z ${ID}`],
    ['time and uuid', `0000-01-01T00:00:00.000Z ${ID}`],
    ['time and uuid', `2026-11-30T09:00:00.000Z zzz`],
  ])('of a list by %s are never %j', (sortKey, key) => {
    expect(() => pageRequest(sortKey, 5, encodeCursor(key))).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', path: ['after'] }),
    );
  });

  it.each(['', 'not base64!', 'AAA='])('are refused when nobody encoded them: %j', (cursor) => {
    expect(() => pageRequest('uuid', 5, cursor)).toThrow(expect.objectContaining({ path: ['after'] }));
  });
});
