import type { OutcomeError } from '../../shared/condense/outcome-types.ts'
import { runFailure } from '../../shared/kernel/words/engine.ts'
import type { ModelAnswer } from './ask-model.ts'

export type CheckedAnswer =
  | { readonly ok: true; readonly text: string; readonly isCut: boolean }
  | ({ readonly ok: false } & OutcomeError)

/** Tells a summary from the ways of having none: no answer, an empty one, one that broke off, a refusal. */
export function checkAnswer({ text, stopped, failure }: ModelAnswer, label: string): CheckedAnswer {
  if (failure !== null) return { ok: false, code: failure.code, message: `${label}: ${failure.message}` }
  if (stopped === 'refused' || isRefusal(text))
    return { ok: false, ...runFailure('summary-refused', { model: label }) }
  if (text === '') return { ok: false, ...runFailure('condense-failed', { model: label, problem: 'empty' }) }
  if (stopped === 'cut')
    return { ok: false, ...runFailure('condense-failed', { model: label, problem: 'broken-off' }) }
  return { ok: true, text, isCut: stopped === 'max-tokens' }
}

/** Longest text that is taken for a refusal where it begins like one: a summary may well begin with a regret. */
const longest = 400

/** Said by themselves, at the very beginning. */
const plain = new RegExp(
  [
    "(?:i['’]?m sorry|i am sorry|sorry,|i apologi[sz]e|my apologies)",
    "(?:as an ai\\b.{0,60})?i (?:can['’]?t|can ?not|won['’]?t|will not|must decline|have to decline|need to decline|do not feel comfortable|don['’]?t feel comfortable)",
    "i(?:['’]?m| am) (?:unable|not able|not comfortable|not permitted|not allowed|afraid)",
    '(?:je suis )?(?:vraiment )?(?:désolée?|navrée?)|je ne (?:peux|suis|pourrai|saurais)|je refuse',
    '(?:es )?tut mir (?:sehr )?leid|entschuldigung|ich (?:kann|darf|werde) (?:\\p{L}+ ){0,6}nicht|ich bin nicht in der lage',
    'lo siento|lo lamento|no puedo|no me es posible',
    'mi (?:dis)?piace|non posso|non sono in grado',
    '(?:sinto|lamento) muito|desculpe|não posso|não consigo',
    '(?:извините|простите|я не могу|к сожалению, я)|抱歉|对不起|我(?:无法|不能)|申し訳|ごめんなさい|죄송',
  ]
    .join('|')
    .replace(/^/, '^(?:')
    .replace(/$/, ')'),
  'iu',
)
/** A regret refuses only together with what cannot be done: tests can fail unfortunately too. */
const regret =
  /^(?:unfortunately|regrettably|sadly|malheureusement|leider|bedauerlicherweise|lamentablemente|desafortunadamente|por desgracia|purtroppo|infelizmente|thank you|merci|this (?:request|content|conversation)|the (?:request|content))/iu
const inability =
  /\b(?:i|we)(?: am|['’]m| are)? (?:(?:can['’]?t|can ?not|won['’]?t|will not|unable|not able|must decline|not comfortable)\b)|\b(?:unable|not able) to (?:assist|help|comply|summari[sz]e|fulfil|provide|process)|violates|je ne (?:peux|suis|pourrai)|kann ich|ich kann|no puedo|non posso|não posso|cannot be (?:summari[sz]ed|processed)|against my/iu

/** Whether a text that was to be a summary says instead that there will be none, in any of the usual languages. */
export function isRefusal(text: string): boolean {
  const begin = text.trim().replace(/^[#>*\s"“]+/, '')
  if (begin.length > longest) return false
  return plain.test(begin) || (regret.test(begin) && inability.test(begin.slice(0, 200)))
}
