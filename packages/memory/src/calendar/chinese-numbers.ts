const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** Value of an Arabic or Chinese number below one hundred million; null when it is none. */
export function chineseNumber(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  if (text === '' || !/^[零〇一二两三四五六七八九十百千万]+$/.test(text)) return null;
  if (/^[零〇一二两三四五六七八九]+$/.test(text))
    return Number([...text].map((char) => DIGITS[char] ?? 0).join(''));
  const [high = '', low] = text.includes('万') ? text.split('万', 2) : ['', text];
  return (high ? section(high) * 10_000 : 0) + section(low ?? '');
}

function section(text: string): number {
  let total = 0;
  let digit = 0;
  for (const char of text) {
    const unit = UNITS[char];
    if (unit === undefined) {
      digit = DIGITS[char] ?? 0;
      continue;
    }
    total += (digit === 0 ? 1 : digit) * unit;
    digit = 0;
  }
  return total + digit;
}
