import type { DomainError, ErrorCode } from '@memory-hub/contracts';
import { inChinese } from './chinese';

/** Chinese texts by code, for what has no sentence of its own. */
const CHINESE: Readonly<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: '请先登录，或在请求中附上有效的 API 密钥。',
  FORBIDDEN: '你的角色或该密钥的权限范围不允许此操作。',
  NOT_FOUND: '该对象不存在，或者你无权查看。',
  VALIDATION_FAILED: '输入有误。',
  LIMIT_EXCEEDED: '超过了大小或数量限制。',
  CONFLICT: '与当前状态冲突，请刷新后重试。',
  IDEMPOTENCY_CONFLICT: '该幂等键已用于另一个内容不同的请求。',
  STALE_REVISION: '内容已被更新，请刷新后再操作。',
  INVALID_TRANSITION: '当前状态下不能进行此操作。',
  SELF_APPROVAL: '作者和最后编辑者不能审批自己的提案。',
  CHECKS_FAILED: '检查发现错误，不能发布。',
  CHECKS_PENDING: '检查尚未完成。',
  NOT_APPROVED: '该修订尚未获得足够的批准。',
  LAST_ADMIN: '最后一位管理员不能离开或降级。',
  LINK_USED: '该链接已被使用或已过期。',
  OFF_THE_RECORD: '该会话不被记录。',
  TASK_PARKED: '任务多次失败，已暂停。',
  RATE_LIMITED: '请求过于频繁，请稍后再试。',
  MODEL_UNAVAILABLE: '模型服务暂时不可用。',
  UNAVAILABLE: '服务暂时不可用，请稍后再试。',
  CONFIG_INVALID: '配置有误。',
  INTERNAL: '服务器内部错误。',
};

/** Faults of the input: the exact English words say more than a general Chinese sentence. */
const EXACT: ReadonlySet<ErrorCode> = new Set(['VALIDATION_FAILED', 'LIMIT_EXCEEDED']);

/** The text of an error in the viewer's language; what is not translated word by word is said by its code. */
export function messageFor(
  locale: 'en' | 'zh-CN',
  error: DomainError,
): { message: string; hint: string | null } {
  const hint = error.hint ?? null;
  if (locale === 'en') return { message: error.message, hint };
  const exact = EXACT.has(error.code);
  const message = inChinese(error.message) ?? `${CHINESE[error.code]}${exact ? `（${error.message}）` : ''}`;
  return { message, hint: hint === null ? null : (inChinese(hint) ?? (exact ? hint : null)) };
}
