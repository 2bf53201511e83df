import type { CheckName } from '../../assets';
import { openWarnings, type Check } from './review';

export type Locale = 'en' | 'zh-CN';
type Words = Readonly<Record<Locale, string>>;

const LABELS: Readonly<Record<CheckName, Words>> = {
  schema: { en: 'Form', 'zh-CN': '格式' },
  secrets: { en: 'Secrets', 'zh-CN': '密钥与密码' },
  safety: { en: 'Safety', 'zh-CN': '安全' },
};

export function checkLabel(locale: Locale, name: CheckName): string {
  return LABELS[name][locale];
}

/** What came out of a check, in one sentence. */
export function checkSummary(locale: Locale, check: Check): string {
  const errors = check.findings.filter(({ severity }) => severity === 'error').length;
  const open = openWarnings(check).length;
  const warnings = check.findings.filter(({ severity }) => severity === 'warn').length;
  return sentenceOf(check.state, { errors, open, warnings })[locale];
}

function sentenceOf(
  state: Check['state'],
  { errors, open, warnings }: { errors: number; open: number; warnings: number },
): Words {
  switch (state) {
    case 'queued':
      return { en: 'Waits for its turn.', 'zh-CN': '等待执行。' };
    case 'running':
      return { en: 'Runs now.', 'zh-CN': '正在执行。' };
    case 'passed':
      return { en: 'Nothing was found.', 'zh-CN': '未发现问题。' };
    case 'errored':
      return { en: 'It could not finish. Run it again.', 'zh-CN': '未能完成，请重新执行。' };
    case 'failed':
      return {
        en: `${plural(errors, 'error')} must be fixed with a new revision.`,
        'zh-CN': `有 ${errors} 个错误，须提交新的修订来修复。`,
      };
    case 'warning':
      if (open === 0)
        return {
          en: `${plural(warnings, 'warning')}, all acknowledged.`,
          'zh-CN': `${warnings} 个警告，均已确认。`,
        };
      return {
        en: `${plural(open, 'warning')} must be acknowledged.`,
        'zh-CN': `有 ${open} 个警告需要确认。`,
      };
  }
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
