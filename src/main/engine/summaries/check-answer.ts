import type { ModelAnswer } from '../ask-model.ts'
import { isRefusal } from './is-refusal.ts'

export type CheckedAnswer =
  | { readonly ok: true; readonly text: string; readonly isCut: boolean }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** Tells a summary from the ways of having none: no answer, an empty one, one that broke off, a refusal. */
export function checkAnswer({ text, stopped, failure }: ModelAnswer, label: string): CheckedAnswer {
  if (failure !== null) return { ok: false, code: failure.code, message: `${label}: ${failure.message}` }
  if (stopped === 'refused' || isRefusal(text))
    return { ok: false, code: 'summary-refused', message: `${label} refused to summarise.` }
  if (text === '') return { ok: false, code: 'condense-failed', message: `${label} answered nothing.` }
  if (stopped === 'cut')
    return { ok: false, code: 'condense-failed', message: `The answer of ${label} broke off before its end.` }
  return { ok: true, text, isCut: stopped === 'max-tokens' }
}
