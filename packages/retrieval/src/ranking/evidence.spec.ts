import { rank } from './rank';
import { candidate, rankInput } from './rank.fixture';
import type { RankCandidate, RankInput } from './types';

function ids(input: RankInput): string[] {
  return rank(input).map(({ id }) => id);
}

const OTHERS = [
  '今天玩成语接龙游戏',
  '早报里有新闻',
  '周末去爬山看日出',
  '数据库迁移脚本写好了',
  '孩子的生日在六月',
  '火车票已经改签',
  '咖啡机坏了要修',
  '合同下周三到期',
  '钢琴课改到晚上',
  '她把护照放在抽屉里',
  'C盘空间不足',
];

describe('evidence of the two legs', () => {
  it('opens the meaning leg for a hit that stands out, not for the nearest of many alike', () => {
    const others = (cosine: number) =>
      OTHERS.map((text, index) => candidate(`other-${String(index)}`, text, { cosine }));
    const near = candidate('near', '喝水要紧', { cosine: 0.31 });
    expect(ids(rankInput('养生之道', [near, ...others(0.05)]))[0]).toBe('near');
    expect(ids(rankInput('养生之道', [near, ...others(0.29)]))).not.toContain('near');
  });

  it('lets words and meaning that agree on one hit open the leg', () => {
    const query = 'quarterly ledger balance';
    const other = candidate('2', 'accounts of spring', { cosine: 0.27 });
    expect(ids(rankInput(query, [candidate('1', 'ledger balance', { cosine: 0.3 }), other]))).toEqual([
      '1',
      '2',
    ]);
    expect(ids(rankInput(query, [candidate('1', 'ledger balance', { cosine: 0.2 }), other]))).toEqual(['1']);
  });

  it('asks less nearness where fewer chunks were compared', () => {
    const texts = [candidate('1', 'train tickets', { cosine: 0.3 })];
    const compared = (vectors: number) => ({
      background: { mean: 0.02, deviation: 0.1, vectors },
    });
    expect(ids(rankInput('spicy food', texts, compared(8)))).toEqual(['1']);
    expect(ids(rankInput('spicy food', texts, compared(100_000)))).toEqual([]);
  });

  it('does not bury an answer in the other writing system under every text with a common word', () => {
    const all = [
      candidate('1', 'food markets of the old town', { cosine: 0.3 }),
      candidate('2', '川菜太辣', { cosine: 0.6 }),
    ];
    expect(ids(rankInput('spicy food', all))).toEqual(['2', '1']);
  });

  it('places the chunk that covers more of the query above one that repeats a part of it', () => {
    const all = [
      candidate('1', 'ledger ledger ledger ledger'),
      candidate('2', 'the balance of the ledger was moved to another place in spring'),
      candidate('3', 'balance'),
    ];
    expect(ids(rankInput('ledger balance', all))[0]).toBe('2');
  });

  it('adds what the turns around a chunk mean', () => {
    const all = [
      candidate('1', 'Next Tuesday.', { cosine: 0.4, contextCosine: 0.6 }),
      candidate('2', 'Next Friday.', { cosine: 0.45, contextCosine: 0.2 }),
    ];
    expect(ids(rankInput('when is the interview', all))).toEqual(['1', '2']);
  });

  it('takes no context from a neighbour of the same speaker', () => {
    const turn = (id: string, text: string, position: number, speaker: string): RankCandidate =>
      candidate(id, text, {
        layer: 'L0',
        conversation: { sessionId: 's', position, speaker },
      });
    const all = [
      turn('1', 'When is the adoption interview?', 4, 'Mel'),
      turn('2', 'Next Tuesday.', 5, 'Caroline'),
      turn('3', 'Nice weather.', 3, 'Mel'),
    ];
    expect(ids(rankInput('adoption interview', all))).toEqual(['1', '2']);
  });
});
