import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LOCALES } from './locales';

const folder = path.join(__dirname, '..', '..', 'messages');
type Catalogue = { [key: string]: string | Catalogue };

function load(locale: string): Map<string, string> {
  const flat = new Map<string, string>();
  const walk = (node: Catalogue, prefix: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') flat.set(prefix + key, value);
      else walk(value, `${prefix}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(path.join(folder, `${locale}.json`), 'utf8')) as Catalogue, '');
  return flat;
}

/** Names of the values and of the tags that a message takes. */
function slotsOf(message: string): string[] {
  const values = [...message.matchAll(/(?<!(?:one|other|yes|=\d)\s)\{(\w+)[,}]/g)].map(([, name]) => name);
  const tags = [...message.matchAll(/<(\w+)>/g)].map(([, name]) => `<${name}>`);
  return [...new Set([...values, ...tags])].map(String).sort();
}

const isNotCount = (slot: string) => slot !== 'count';

const english = load('en');
const others = LOCALES.filter((locale) => locale !== 'en');

describe('the messages', () => {
  it('exist for every language of the pages and no other', () => {
    expect(readdirSync(folder).sort()).toEqual(LOCALES.map((locale) => `${locale}.json`).sort());
  });

  it.each(others)('have the same keys in %s as in English', (locale) => {
    expect([...load(locale).keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each(others)('take the same values in %s as in English', (locale) => {
    const translated = load(locale);
    const differing = [...english].filter(([key, message]) => {
      const own = slotsOf(translated.get(key) ?? '');
      // Chinese has no plural, so a count may go without being said; nothing else may
      return (
        own.join() !== slotsOf(message).join() && own.join() !== slotsOf(message).filter(isNotCount).join()
      );
    });
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('are never empty', () => {
    const empty = LOCALES.flatMap((locale) =>
      [...load(locale)].filter(([, message]) => message.trim() === ''),
    );
    expect(empty).toEqual([]);
  });

  it('leave no Chinese in English, and translate every sentence', () => {
    expect([...english].filter(([, message]) => /\p{Script=Han}/u.test(message))).toEqual([]);
    const untranslated = [...load('zh-CN')].filter(
      ([key, message]) => message === english.get(key) && / /.test(message),
    );
    expect(untranslated.filter(([, message]) => !/^(Memory Hub|# \{file\}|\{.*\})$/.test(message))).toEqual(
      [],
    );
  });

  it('keep the tone: no exclamation mark, no please, no success', () => {
    const loud = [...english].filter(([, message]) => /!|\bplease\b|\boops\b|successfully/i.test(message));
    expect(loud).toEqual([]);
  });
});
