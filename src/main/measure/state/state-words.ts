import type { Statement } from './statements.ts'

/** What can be said to have become of a file, a command or an item of a to-do list. */
export type State = 'done' | 'deleted' | 'failed' | 'open'

/**
 * What words, in small letters, do in a sentence. The first six tell how something ended: participles and verbs, never a noun
 * (`error`) nor what goes on (`working`). `not` turns around what follows within three words; `narrative` makes a sentence one
 * of what is wanted, supposed or was so at another time; `end` says that something holds at the end.
 */
const wordsByRole = {
  made: `added appended changed committed corrected created extended extracted fixed implemented installed merged migrated
    modified moved new refactored renamed replaced resolved reverted rewritten rewrote updated written wrote`,
  ended: 'complete completed done finished',
  passed: 'clean ok pass passed passes passing succeeded succeeds successful successfully',
  deleted: 'deleted dropped removed',
  failed: 'aborted broken crashed crashes fail failed failing fails',
  open: 'blocked incomplete missing outstanding pending remaining remains skipped todo unfinished unresolved',
  not: 'not no never without nothing none zero 0 t cannot',
  narrative: `after asked asks attempt attempted attempts be because before can could during earlier first going had how if
    initial initially instead let may might must need needed needs next once originally plan planned plans please previously
    request requested should then tried tries try trying unless until want wanted wants when whether while why will would`,
  end: 'currently now remaining remains still yet',
} as const

type Role = keyof typeof wordsByRole

const roles = new Map<string, Set<string>>()
for (const [role, words] of Object.entries(wordsByRole))
  for (const word of words.split(/\s+/)) roles.set(word, (roles.get(word) ?? new Set()).add(role))

/** Whether a word plays a role in a sentence. */
export function hasRole(word: string | undefined, role: Role): boolean {
  return word !== undefined && roles.get(word)?.has(role) === true
}

/** What each kind of word tells of a subject; of the others it tells nothing. A file is never open, a command never made. */
const told: Readonly<Record<Statement['subject'], Readonly<Record<string, State>>>> = {
  file: { made: 'done', ended: 'done', deleted: 'deleted', failed: 'failed' },
  command: { ended: 'done', passed: 'done', failed: 'failed' },
  'to-do': { made: 'done', ended: 'done', passed: 'done', deleted: 'done', failed: 'open', open: 'open' },
}

/** The state that a word tells of a subject; undefined where it tells none. */
export function readStateWord(word: string, subject: Statement['subject']): State | undefined {
  return [...(roles.get(word) ?? [])].flatMap((role) => told[subject][role] ?? [])[0]
}

/** What a section or a label says of what stands in it: a state, or that it tells a story. */
export type Meaning = State | 'narrative'

/** The first that a heading matches, in small letters. */
const headings: readonly (readonly [Meaning, RegExp])[] = [
  [
    'narrative',
    /\b(?:analys[ie]s|attempt|cause|chronolog|conversation|discover|error|example|failure|feedback|fix(?:es)?\b|goal|history|investigation|issue|message|plan|problem|question|request|requirement|review|troubleshoot|warning)/,
  ],
  [
    'open',
    /\b(?:blocked|incomplete|missing|next|not (?:yet )?(?:completed?|done|started)|open|outstanding|pending|remain\w*|to-?do|unfinished|upcoming)\b/,
  ],
  ['failed', /\b(?:broken|failed|failing|fails)\b/],
  ['deleted', /\b(?:deleted|removed)\b/],
  [
    'done',
    /\b(?:accomplished|achieved|added|changed|changes|completed?|created|done|finished|fixed|implemented|modified|new files|passed|passing|updated)\b/,
  ],
]

/** What a heading or a label says of what stands below or behind it; null where it says nothing of that. */
export function readHeading(text: string): Meaning | null {
  const words = text.toLowerCase()
  return headings.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

/** What a section tells of a subject. What is still to come says nothing of a file or of a command. */
export function readMeaning(meaning: Meaning | null, subject: Statement['subject']): State | null {
  if (meaning === null || meaning === 'narrative') return null
  if (subject === 'to-do') return meaning === 'failed' || meaning === 'open' ? 'open' : 'done'
  if (meaning === 'open') return null
  return subject === 'command' && meaning === 'deleted' ? null : meaning
}

/** Signs before an item, or in the row of a table, that tell its state. */
export function readMark(mark: string): State {
  if (/^(?:\[[xX]\]|[✅✓✔☑])/u.test(mark)) return 'done'
  return /^[❌✗✘✖]/u.test(mark) ? 'failed' : 'open'
}
