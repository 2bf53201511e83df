import { languageOf } from './language';

describe('the language of a text', () => {
  it.each([
    ['The release goes out on Tuesdays.', 'en'],
    ['我们每周二部署。', 'zh'],
    ['用 TypeScript 写的服务器', 'zh'],
    ['The word 你好 means hello', 'en'],
    ['東京タワーへ行きました', 'ja'],
    ['서울에 갔어요', 'ko'],
    ['12345 🦑', 'en'],
    ['', 'en'],
  ])('%j is %s', (text, expected) => {
    expect(languageOf(text)).toBe(expected);
  });
});
