import { ruleCues } from './rule-cues.ts'

/** What stands around a sentence and says whether it is a rule of the user's. */
type Surroundings = {
  /** Short, and without the marks of a paste: the person typed it. In other messages only firm words count. */
  readonly isTyped: boolean
  /** In a part that somebody else wrote: a review, a log, an answer. */
  readonly isPasted: boolean
}

/** A sentence of its own in a short message. */
const typed: Surroundings = { isTyped: true, isPasted: false }

/** The built-in summariser keeps these: whether a sentence of the user's lays down what must hold. */
export function isConstraint(sentence: string, { isTyped, isPasted }: Surroundings = typed): boolean {
  const text = withoutMarks(sentence)
  if (isPasted || saysNothing(text)) return false
  const found = cuesIn(text)
  return isAsked(text) || isHedged(text) || depends(text)
    ? found.some(({ id }) => id === 'ban' || id === 'without')
    : found.some(({ isFirm }) => isFirm || isTyped)
}

/** What a message orders stays an order however long it is; what it describes, somebody else may have laid down. */
const orderly: ReadonlySet<string> = new Set(['ban', 'only', 'always', 'keep', 'none', 'choice'])

/** Facts, survival and pins stand on these: whether the words of such a sentence leave no choice. */
export function isFirm(sentence: string, isLong: boolean): boolean {
  const text = withoutMarks(sentence)
  // Rows of tables describe.
  if (saysNothing(text) || isHedged(text) || /\s\|\s/.test(text)) return false
  return cuesIn(text).some(
    ({ id, isFirm: leavesNoChoice }) =>
      leavesNoChoice && (!isLong || orderly.has(id)) && ((!isAsked(text) && !depends(text)) || id === 'ban'),
  )
}

const cuesIn = (text: string) => ruleCues.filter(({ says }) => says.test(text))

function withoutMarks(sentence: string): string {
  return sentence.replaceAll(/[*_~]{2,}/g, '').replace(/^\s*\d{1,2}[.)]\s+/, '')
}

/** A question may hold an order (`Can you look, don't fix it?`), and nothing else that binds. */
function isAsked(text: string): boolean {
  return /[?？]["”’)]?\s*$|(?:吗|嗎|呢)$/.test(text) || asking.test(text)
}
const asking =
  /^(?:(?:so|and|but|ok|also|wait|sorry),?\s+)*(?:(?:can|could|would|will|is|are|do|does|did|don['’]?t|should|have|has) (?:you|we|i|it|they|there|this|that|both|the|somebody)\b|(?:why|who|what|how|which|where|when do|when is|pourquoi|comment|warum|wie|wieso|por qué|cómo|perché|come)\b|为什么)/i

/** What begins with a condition tells, unless it ends in an order. */
function depends(text: string): boolean {
  return /^(?:if|when|while|alternatively|consider|until)\b/i.test(text)
}

/** Guesses and opinions bind nobody. */
function isHedged(text: string): boolean {
  return /\b(?:i (?:would |also |really )?(?:think|guess|assume|believe|suppose|wonder|don['’]?t (?:think|know))|not sure|maybe|perhaps|might be|it (?:seems|looks|must be)|looks like|je (?:pense|crois|ne sais)|peut-être|ich (?:glaube|denke)|vielleicht|quizás|creo que|talvez)\b/i.test(
    text,
  )
}

/** What is no sentence of the user's, or tells how things are: complaints, reports, quotations, commands, rows, code. */
function saysNothing(text: string): boolean {
  return nothing.some((pattern) => pattern.test(text))
}
const nothing: readonly RegExp[] = [
  // Somebody tells what was or is.
  /^(?:(?:so|and|but|ok|also|now|well|because|since|then),?\s+)*(?:I|we|they|he|she|it|you|this|that|there)(?:['’](?:ve|m|re|s)|\s+(?:have|has|had|am|are|is|was|were|did|just|already|only|always|never|does|also)\b)*\s+(?!want|need|must|prefer|should|only want|ha(?:s|ve) to)(?:\p{L}+ly\s+)?(?:\p{L}+ed|got|saw|found|made|ran|did|was|is|are|shows?|fails?|works?|seen|been|means?|gets?|opens?|sees?|can)\b(?! (?:a )?read[- ]only)/iu,
  // What should be so and is not.
  /\b(?:should(?:n['’]?t)?|must)\b[^\n]{0,120}(?:,|\bbut\b|\byet\b) ?(?:but |yet )?(?:it|they|this|that)(?:['’]s|\s+(?:still|is|are|does|shows?|keeps?))\b/i,
  // What somebody or something says.
  /\b(?:say|says|said|tells?|told|reads|states|warns?)\b[^.;]{0,80}\b(?:do not|don['’]?t|never|must|only|should)\b/i,
  // Quotations, commands of agents, remarks.
  /^['"‘“(]|^\/\w/,
  // What is there now, and what something does.
  /^(?:the|this|that|these|its|my|our) (?:current|old|previous|above|latest)\b|^(?:this|it|that) (?!needs|has|is\b)\p{L}+s\b/iu,
  // Code, logs, addresses, errors.
  /^\s*[{}<@$[\]]|[{;]\s*$|=>|^(?:at \S+[.(]|import |const |let |var |function |return |def |class |export )|^\[?\d{4}-\d\d-\d\d[T ]|^\S+:\d+:|^\w*(?:Error|Exception|Warning)\b|^(?:cannot|could not|failed to|unable to|error|warning|hint):?\s|\w:\/\/\w.*:\/{2,}/i,
  // What only opens a list.
  /(?<!(?:intactes|not|only|never) ?)[:：]\s*$/,
]
