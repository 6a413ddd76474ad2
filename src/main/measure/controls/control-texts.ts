import type { ControlId } from '../../../shared/kernel/control.ts'
import { makeOnce } from '../../../shared/kernel/make-once.ts'
import { rememberResults } from '../../../shared/kernel/remember-results.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { findFacts } from '../facts/find-facts.ts'
import { type Statement, collectStatements } from '../state/statements.ts'

/** Controls that are a text. */
export const textControls = [
  'names',
  'all-done',
  'guessed',
  'last-messages',
  'said',
  'extract',
] as const satisfies readonly ControlId[]
export type TextControl = (typeof textControls)[number]

/** What a method has to beat to be named: names, states guessed, an extract and the newest messages, as many tokens. */
export const equalSizeControls = [
  'names',
  'guessed',
  'extract',
  'last-messages',
] as const satisfies readonly TextControl[]

type Lines = { readonly lines: readonly string[]; readonly tokens: number[] }

type Prepared = Readonly<Record<TextControl, () => Lines>>

const prepared = new WeakMap<Conversation, Prepared>()

/** The text of a control for a source, of at most `tokens` tokens by the source's counter. */
export function buildControlText(source: Conversation, id: TextControl, tokens: number): string {
  const known = prepared.get(source) ?? prepare(source)
  prepared.set(source, known)
  const text = joinFittingLines(known[id](), tokens, source)
  // The end is what counts, in its own order.
  return id === 'last-messages' || id === 'said' ? text.split('\n').toReversed().join('\n') : text
}

/** The first lines that fit. Lines are counted once, whatever is asked for. */
export function joinFittingLines({ lines, tokens }: Lines, most: number, { counter }: Conversation): string {
  let sum = 0
  let count = 0
  for (; count < lines.length; count += 1) {
    const own = (tokens[count] ??= counter.count(`${lines[count] ?? ''}\n`))
    if (sum + own > most) break
    sum += own
  }
  return lines.slice(0, count).join('\n')
}

/** Each list is made when somebody asks for it: an extract takes a reading of all that is stated. */
function prepare(source: Conversation): Prepared {
  const texts = makeOnce(() => source.parts.flat().map(({ text }) => text))
  const statements = makeOnce(() => collectStatements(source.parts))
  const list = (make: () => readonly string[]) => makeOnce((): Lines => ({ lines: make(), tokens: [] }))
  return {
    names: list(() => sortByFrequency(texts().map(namesIn))),
    'all-done': list(() => ['Done:', ...statements().map(({ name: own }) => `- ${own}: done`)]),
    guessed: list(() => guessStates(statements())),
    extract: list(() => extractLines(source, statements())),
    'last-messages': list(() => listNewestFirst(texts())),
    said: list(() => [...new Set(listNewestFirst(listSaid(source)))]),
  }
}

function listNewestFirst(texts: readonly string[]): readonly string[] {
  return texts.toReversed().flatMap((text) => text.split('\n').toReversed())
}

function listSaid({ parts }: Conversation): readonly string[] {
  return parts
    .flat()
    .flatMap(({ kind, text }) => (kind === 'user-text' || kind === 'assistant-text' ? text : []))
}

/** Of a to-do list, the share from its beginning that is guessed to be done. */
const guessedShare = 0.6

/**
 * What a person would find with a handful of searches, who knows what figures look for: what the user asked for, what became
 * of files and commands, errors, decisions, values and names, the newest first.
 */
function extractLines(source: Conversation, statements: readonly Statement[]): readonly string[] {
  const stated = statements.map(({ name: own, state, messageIndex }) => ({
    text: `- ${own}: ${state}`,
    at: messageIndex,
  }))
  const found = findFacts(source).map(({ text, places }) => ({ text, at: places.at(-1)?.messageIndex ?? 0 }))
  const lines = [...stated, ...found].toSorted((a, b) => b.at - a.at)
  return [...new Set(lines.map(({ text }) => text.replaceAll('\n', ' ')))]
}

/** Everything with the state that such things mostly have: files done, commands worth a mention failed, lists begun. */
function guessStates(statements: readonly Statement[]): readonly string[] {
  const toDos = statements.filter(({ subject }) => subject === 'to-do')
  const others = statements.filter(({ subject }) => subject !== 'to-do').toReversed()
  return [
    ...toDos.map(({ name: own }, at) => `- [${at < guessedShare * toDos.length ? 'x' : ' '}] ${own}`),
    ...others.map(({ subject, name: own }) =>
      subject === 'file' ? `- ${own}: done` : `- \`${own}\` failed`,
    ),
  ]
}

/** Paths, and names in code: what is no word of a language. */
const name =
  /(?<![\w.-])[\w.-]*\/[\w./-]+|(?<!\w)\w+\.[A-Za-z]\w*|(?<![a-z])[a-z]+(?:[A-Z][a-z\d]+)+|(?<!\w)\w+_\w+/g

/** Longer runs of the letters of names are data, such as an image in letters, in which a search takes its square. */
const longestName = 256

/** How often each of some words or lines stands in a text, in the order in which they first do. */
type Counts = ReadonlyMap<string, number>

/** The cuts of a task share most of their texts. */
const namesIn = rememberResults((text): Counts => {
  const runs = text.match(/[\w./-]+/g) ?? []
  return countTextWords(runs.flatMap((run) => (run.length > longestName ? [] : (run.match(name) ?? []))))
})

function countTextWords(texts: readonly string[]): Counts {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Each once, the most frequent first. */
function sortByFrequency(texts: readonly Counts[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const own of texts) for (const [text, count] of own) counts.set(text, (counts.get(text) ?? 0) + count)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([text]) => text)
}
