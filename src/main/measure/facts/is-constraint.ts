import { doubts } from './constraint-doubts.ts'
import { selectConstraintWords } from './constraint-words.ts'
import { isFollowed } from './is-followed.ts'
import { buildWordsPattern, type ConstraintWords } from './word-patterns.ts'

/** What stands around a sentence and says whether it is a rule of the user's. */
type Surroundings = {
  /** Short, and without the marks of a paste: the person typed it. */
  readonly isTyped: boolean
  /** In a part that somebody else wrote: a review, a log, an answer. */
  readonly isPasted: boolean
  /** Under a heading that announces rules. */
  readonly isUnderRules: boolean
}

/** A sentence of its own in a short message. */
const typed: Surroundings = { isTyped: true, isPasted: false, isUnderRules: false }

/** From this weight on a sentence counts. Chosen on labelled sentences; see docs/extracts.md. */
const threshold = 3

/** What each kind of evidence for a constraint counts. */
const weights = {
  firm: 3,
  soft: 2,
  hint: 1,
  bare: 1,
  weak: 1,
  named: 1,
  general: 1,
  typed: 1,
  long: -1,
  underRules: 1,
} as const

/** Whether a sentence of the user's lays down what must hold: a prohibition, a duty, a limit, a preference. */
export function isConstraint(sentence: string, surroundings: Surroundings = typed): boolean {
  return score(sentence, surroundings) >= threshold
}

/** The evidence that a sentence lays something down, less what speaks against it. */
function score(sentence: string, { isTyped, isPasted, isUnderRules }: Surroundings): number {
  const plain = sentence
    .replaceAll(/[*_~]{2,}/g, '')
    .replace(/^\s*\d{1,2}[.)]\s+/, '')
    .replaceAll(longQuote, '""')
  if (isPasted || isNoise(plain) || isHeading(plain) || opensList(plain)) return 0
  const said = plain.replaceAll(aside, ' ').replace(purpose, '').replaceAll(indirectQuestion, 'whether')
  if (isQuestion(plain)) return bindings.some((words) => isFollowed(said, words)) ? threshold : 0
  if (isHedged(plain) || isFragment(plain)) return absolute.test(said) && !isDoubted(said) ? threshold : 0
  if (isReport(plain)) return 0
  const cue = rateCues(said)
  if (cue === 0) return 0
  const around = (isTyped ? weights.typed : weights.long) + (isUnderRules ? weights.underRules : 0)
  return cue + (general.test(said) ? weights.general : 0) + around - rateDoubts(said, isTyped)
}

function rateCues(text: string): number {
  const spoken = selectConstraintWords(text)
  const has = (pattern: (of: ConstraintWords) => RegExp | undefined) =>
    spoken.some((of) => pattern(of)?.test(text) === true)
  const isFirm = has(({ anywhere }) => anywhere) || has(({ opening }) => opening)
  const isSoft = has(({ soft }) => soft) || has(({ orders }) => orders) || has(({ beginning }) => beginning)
  const isNamed = isNamedOrder(text)
  const isWeak = isNamed || has(({ weak }) => weak)
  return Math.max(
    isFirm ? weights.firm : 0,
    isSoft ? weights.soft : 0,
    isHinted(text, spoken) ? weights.hint : 0,
    has(({ bare }) => bare) ? weights.bare : 0,
    isWeak ? weights.weak + (isNamed || named.test(text.slice(1)) ? weights.named : 0) : 0,
  )
}

function rateDoubts(text: string, isTyped = true): number {
  return Object.values(doubts)
    .filter(({ inLong }) => inLong !== true || !isTyped)
    .filter(({ says, unless }) => says.test(text) && unless?.test(text) !== true)
    .reduce((sum, { weight }) => sum + weight, 0)
}

function isDoubted(text: string): boolean {
  return rateDoubts(text) > 0
}

/** Words that say that something holds for all of it, or how far it goes. */
const general = buildWordsPattern(
  "every|each|all|any|everywhere|always|never|only|exactly|both|not|without|instead of|rather than|throughout|existing|consistent\\p{L}*|strictly|must|at all|(?:do|does|should|can|wo)n['’]?t",
)

/** What ends in a colon only opens what follows it. */
function opensList(text: string): boolean {
  return /[:：]\s*$/.test(text) && !(forbidding.test(text) && !introduction.test(text))
}
const forbidding = buildWordsPattern(
  "never|must|do not|don['’]?t|not|no|only|ne|jamais|pas|doivent|doit|intactes?|nie|nicht|keine?|muss|darf|nunca|no|debe|mai|não|nem|не|нельзя|只|不",
)

function isHinted(text: string, spoken: readonly ConstraintWords[]): boolean {
  const isBrief = text.length <= longestHint && /^\s*(?:\S+\s+){3}\S/.test(text)
  return isBrief && !isPersonal.test(text) && spoken.some(({ hints }) => hints?.test(text) === true)
}

/** What only opens a list says nothing by itself. */
const introduction =
  /\b(?:includes?|contains?|shows?|sees?|with|about|following|be|have|has|do|here|is|are|contenir|inclure|créer|visible|must|should|suivante?s?)\s*[:：]\s*$/i

/** The beginning or the end of a quotation. */
function isFragment(text: string): boolean {
  return text.split('"').length % 2 === 0 || (/[”»]/.test(text) && !/[“«]/.test(text))
}

/** Words that lay something down in rules also describe: in long sentences, and in those about what somebody did. */
const longestHint = 110
const isPersonal =
  /\b(?:I|I'm|I've|we've|it|they|he|she|this|that|there)\s+(?:\p{L}+\s+)?(?:is|are|was|were|has|had|have|did|does|\p{L}{2,}ed|got|saw|found|made|works?|seems?)\b|\b(?:wrong|crash\p{L}*|fails?|otherwise)\b/iu

/** What somebody else said, or a text on a screen. */
const longQuote = /"[^"\n]{30,}"|“(?<!“[^”\n]*?“)[^”\n]{30,}”|«(?<!«[^»\n]*?«)[^»\n]{30,}»/g
const indirectQuestion =
  /\b(?:whether|where|what|how|which|why|(?:ask|asks|know|see|check|decide|or|sure|is) if|ce qui|ce que?|si|où|comment|ob|wie|warum)\b[^,.;:]{0,80}?\b(?:should|would|could|must|have to|needs? to|doit|doivent|faut|soll\p{L}*|muss|devrait|devraient)\b(?!\s+(?:never|not|only|jamais|nie|nicht))/giu

/** What something is for, or why. */
const purpose =
  /(?<=\S\s+\S+\s)(?:so(?: that)?|because|since)\s+(?:we|I|it|they|you|the users?|there)(?:['’]\p{L}+)?\s.*$/isu
const aside = /\((?:which|that|they|it|we|I|as|since|because|e\.g\.|i\.e\.)\s[^()]{0,200}\)/gi

/** A few words without a verb, as above a section; in capitals or with a number of its own. */
function isHeading(text: string): boolean {
  return (
    /^(?:#{1,6}\s|(?:phase|step|étape|part|section|task|schritt|bug|issue|change|test|error)\s+\d+\s*[:.–—-])/i.test(
      text,
    ) && !/\b(?:never|must|not|don't|always|only|jamais|ne pas|nie|nicht)\b/i.test(text)
  )
}

/** Lines of programs, logs, listings and data, which people paste among their words. */
function isNoise(text: string): boolean {
  return (
    noise.some((pattern) => pattern.test(text)) ||
    (text.match(/[{}[\]()=;<>|&$]/g)?.length ?? 0) > Math.max(4, text.length / 12)
  )
}

const noise: readonly RegExp[] = [
  /^\s*\d+\s*[|:│]\s|^\s*[{}<@$[\]]|[{;]\s*$|=>\s*\{|^\s*"[\w-]+":/,
  /^(?:at |import |const |let |var |function |return |def |class |export |#include|Traceback|File ")/,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d|^\S+:\d+:\d+|^\S{2,}:\s+\S+: (?:command )?not found|^https?:\/\/\S+$/,
  /^(?:\w*(?:Error|Exception|Warning)|WARN|INFO|DEBUG|FATAL)\b[:\s]|^(?:warning|error|fatal|note|npm \w+!?):\s/,
  /^\S+\.\w+:\d+:|^Use "[^"]+" for more|^Usage:|^No fixes applied|don['’]t repeat yourself/i,
  /`-{1,2}\w[^`]*`[^`]*`-{1,2}\w|^(?:usage|options|flags|commands):/i,
  /^(?:failed to|unable to|could not|couldn['’]t|cannot|hint:|remote:)\s|no such file or directory/i,
  /^\/\/ |^⏺|\|(?:INFO|DEBU?G?|WARN|ERROR?)\||\w=(?<!\w=\S*?\w=)\S+ \w+=\S/,
  /'\w+': '|\[object Object\]|^\w+ = |\\n|\\"|\\t|"\s*[,:]\s*["{[\d]|\w="\w|^\((?:[Nn]o|[Nn]one|[Nn]ot)\b[^()]{0,20}\)$|→.*→|\(can be used |\(default: |^\(no answer|^[➜❯⏺⎿┃│├└✓✔✗✘]|^(?:PASS|FAIL|ok|not ok) \S+|^[-+]{3} \S/,
]

/** What a question may ask for and bind in one: `Can you do it without touching the tests?` */
const bindings = [
  {
    first: /\b(?:(?:can|could|would|will) you|please)\b/iu,
    later:
      /\b(?:never|must|not to|without \p{L}+ing|no more than|at most)\b|[,;.–—-]\s*(?:but |and |please )*(?:don['’]?t|do not)\b/iu,
  },
  { first: /peux-tu|pouvez-vous/iu, later: /\b(?:sans|jamais|uniquement)\b/iu },
  { first: /kannst du|könntest du/iu, later: /\b(?:ohne|nie|nur)\b/iu },
  {
    first: /(?:puedes|podrías|puoi|pode(?:ria)?|potresti) /iu,
    later: /\b(?:sin|nunca|solo|senza|mai|sem|só)\b/iu,
  },
].map((words) => ({ ...words, between: /\?/ }))
const interrogative = new RegExp(
  `^(?:(?:so|and|but|ok|okay|also|wait|hm+|then|well|now|alright|btw|actually|sorry|please|oh|hey),?\\s+)*(?:${[
    "(?:can|could|would|will|should|shouldn['’]?t|is|are|isn['’]?t|aren['’]?t|was|were|does|did|do|don['’]?t|doesn['’]?t|didn['’]?t|has|have|am)\\s+(?:you|we|i|it|he|she|they|there|this|that|these|those|the|my|our|your|any|anyone|some)\\b(?!\\s+(?:as|in|with|without|via)\\b)",
    '(?:should|must)\\s+(?!(?:be|not|never|always|only|also|have|run|use|work|show|include|contain|return|support|match|clearly|probably)\\b)\\S+(?:\\s\\S+){0,3}?\\s(?:be|have|go|use|do|reference)\\b',
    "(?:why|who|whose)\\b|(?:what|how|which|where)(?:['’]s|\\s+(?!ever))",
    'when (?:do|does|did|is|are|was|were|will|can|should)\\b',
    'est-ce que|pourquoi|comment|où|quel(?:le)?s?|warum|wieso|wie|wo|was|welche\\p{L}*|por qué|cómo|dónde|perché|come|dove',
  ].join('|')})`,
  'iu',
)

function isQuestion(text: string): boolean {
  return /[?？]["”’)]?\s*$/.test(text) || interrogative.test(text)
}

/** Guesses, opinions and proposals: they bind only by words that leave no choice. */
function isHedged(text: string): boolean {
  return hedge.test(text)
}
const hedge =
  /\b(?:i (?:would |do |also |really )?(?:think|thought|guess|assume|believe|suppose|wonder|suspect|feel)|i['’]?(?:m| am) (?:not sure|wondering|guessing|mis\p{L}+)|not sure|maybe|perhaps|might be|my (?:assumption|guess|hunch|feeling|understanding) is|in theory|theoretically|consider(?:ing)? (?:whether|if|using|adding)|it (?:seems|looks|appears)|seems? (?:to|like)|looks like|je (?:pense|crois)|peut-être|ich (?:glaube|denke)|vielleicht|quizás|creo que|talvez)\b/iu
const absolute =
  /\b(?:must (?:not|never|always)|under no circumstances|jamais|niemals|nunca|darf)\b|(?:^|[,;] |\band |\bbut )(?:please )?(?:never|do not|don['’]t)\b(?! (?:think|know|see|understand))/i

/** What was done or is so, and what is not needed: it tells, and asks for nothing. */
function isReport(text: string): boolean {
  return report.some((pattern) => pattern.test(text))
}
const report: readonly RegExp[] = [
  /^(?:there )?(?:is|are|was|were)\b|^(?:right now|just to be sure|at the moment)\b|\bcurrently (?:do|don['’]t|does|doesn['’]t|use|have|is|are)\b|\b(?:is|are)(?: still| not| just| all)* (?:running|showing|loading|working|failing|broken|crashing|getting|missing|happening)\b/i,
  /^(?:(?:so|and|but|ok|okay|also|now|well|since|because|as),?\s+)*(?:I|we|they|he|she|it|you)(?:['’](?:ve|m|re|s|d)|\s+(?:have|has|had|am|are|is|was|were|did|just|already|recently|currently|successfully))*\s+(?!need\b)(?:\p{L}+ly\s+)?(?:no longer|updated|added|changed|fixed|removed|created|implemented|tried|got|saw|found|made|ran|noticed|did|see|know|understand|wonder|moved|started|using|getting|seeing|trying|wrote|deleted|installed|asked|told)\b/iu,
  /\bno (?:\p{L}+ ){1,3}(?:needed|required|necessary)\b|^(?:you|we) (?:don['’]?t|do not) (?:really )?have to\b|不行|没有(?:效果|反应)|não (?:precisa|é preciso)|no hace falta|pas besoin|nicht nötig|non serve/iu,
  /\b(?:no need to|(?:don['’]?t|doesn['’]?t|do not|does not|didn['’]?t) need (?:to|it|them|any)|no longer (?:needs?|requires?|ha(?:s|ve)|uses?))\b/i,
  /^(?:note:\s+)?(?:the|this|that|these|those|its|my|our) (?:current|existing|old|previous|inline|above|latest|first|last|problem|issue|error|warning|reason|bug)\b[^.]{0,80}\b(?:is|are|was|were|does|do|did|has|have|had|may|fails?|shows?|overwrites?|returns?)\b/i,
]

/** How something is to be done, in a few words that name a file, a tool, a language or a number. */
const order =
  /^(?:(?:please|and|also|then|now|just),?\s+)*(?:use|(?:write|name|put|place|store|save)(?= (?:all|every|each|any|new|(?:the )?(?:tests?|comments?|docs?|files?|helpers?|types?|logs?))\b)|format|indent|target|support|answer|reply|wrap(?= (?:lines|at))|sort|round|prefix|suffix|cap|pin|base|style|encode)\s+(?!(?:\S+ ){0,5}\S*skills?\b|th(?:is|ese|at|ose|em|e following)\b|it\b)/i
const named =
  /`[^`]+`|(?:^|\s)[\w@.-]*[\w-]\.[a-z]{1,5}(?=[\s.,;:)]|$)|(?<![\w-])[\w-]+\/[\w./-]+|\d|\s(?!I\b)[A-Z]\w+|\b(?:npm|pnpm|yarn|bun|git|tabs|spaces|quotes|eslint|vitest|jest|pytest|english|french|german|utf-?8|iso|snake_case|camelcase|kebab-case|async|sql|json|yaml)\b/
const longestOrder = 160

function isNamedOrder(text: string): boolean {
  return text.length <= longestOrder && order.test(text) && named.test(text.slice(1))
}
