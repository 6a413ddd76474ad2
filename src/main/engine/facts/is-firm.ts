import { firmElsewhere, firmEnglish, firmInLong } from './firm-words.ts'

/** How long a message is, in characters, and whether parts of it were pasted. */
type Message = { readonly length: number; readonly hasPaste: boolean }

/** Past so many characters a message may describe what somebody else laid down: only orders count. */
const longestTyped = 1200

/**
 * Whether a sentence that lays something down leaves no choice: a ban, a limit, a duty. Wishes for the result and single
 * orders do not count, nor do questions, nor what only an order to the agent makes certain in a long message.
 */
export function isFirm(sentence: string, { length, hasPaste }: Message): boolean {
  const text = sentence.replaceAll(/[*_~]{2,}/g, '').replace(/^\s*\d{1,2}[.)]\s+/, '')
  if (isNoDemand(text)) return false
  if (firmElsewhere.test(text) && !isAsked(text)) return true
  const isLong = length > longestTyped || hasPaste
  return Object.entries(firmEnglish).some(
    ([kind, words]) =>
      (!isLong || firmInLong.has(kind)) && (!isAsked(text) || kind === 'ban') && words.test(text),
  )
}

function isAsked(text: string): boolean {
  return /(?:吗|嗎|呢|如何|怎么|怎麼)[^，。]*$|[?？]["”’)]?\s*$/.test(text)
}

/** A row of a table, a command of the agent's, something that is so and should not. */
function isNoDemand(text: string): boolean {
  return /\s\|\s|^\/\w|^['"‘“]/.test(text) || complaint.test(text) || reported.test(text)
}
const complaint =
  /\b(?:should(?:n['’]?t)?|must)\b.*(?:,|\bbut\b|\byet\b) ?(?:but |yet )?(?:it|they|this|that|there)(?:['’]s|\s+(?:still|is|are|does|do|shows?|keeps?|currently|only|now|seems?)\b)|\b(?:is|are|['’]s) (?:still|currently) \p{L}+ing\b|^only \S+ (?:in|on|of|from|at) (?:\S+ ){1,4}(?:is|are|was|were|does|did)\b/iu
/** What somebody or something else says, or is to say. */
const reported =
  /\b(?:say(?:s|ing)?|said|tells?|telling|told|says that|stat(?:es|ing)|reads|instruct(?:s|ing)|warn(?:s|ing)|suggested)\b[^.;]*\b(?:do not|don['’]?t|never|must|only|should)\b/i
