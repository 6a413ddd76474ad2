import type { ControlId } from '../../../shared/kernel/control.ts'
import { rememberResults } from '../../../shared/kernel/remember-results.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { type Statement, collectStatements } from '../state/statements.ts'

/** Controls that are a text. */
export const textControls = [
  'names',
  'all-done',
  'guessed',
  'frequent-lines',
  'last-messages',
] as const satisfies readonly ControlId[]
export type TextControl = (typeof textControls)[number]

type Lines = { readonly lines: readonly string[]; readonly tokens: number[] }

const prepared = new WeakMap<Conversation, Readonly<Record<TextControl, Lines>>>()

/** The text of a control for a source, of at most `tokens` tokens by the source's counter. */
export function buildControlText(source: Conversation, id: TextControl, tokens: number): string {
  const known = prepared.get(source) ?? prepare(source)
  prepared.set(source, known)
  const text = joinFittingLines(known[id], tokens, source)
  // The end is what counts, in its own order.
  return id === 'last-messages' ? text.split('\n').toReversed().join('\n') : text
}

/** The first lines that fit. Lines are counted once, whatever is asked for. */
function joinFittingLines({ lines, tokens }: Lines, most: number, { counter }: Conversation): string {
  let sum = 0
  let count = 0
  for (; count < lines.length; count += 1) {
    const own = (tokens[count] ??= counter.count(`${lines[count] ?? ''}\n`))
    if (sum + own > most) break
    sum += own
  }
  return lines.slice(0, count).join('\n')
}

function prepare(source: Conversation): Readonly<Record<TextControl, Lines>> {
  const texts = source.parts.flat().map(({ text }) => text)
  const statements = collectStatements(source.parts)
  return {
    names: countLineTokens(sortByFrequency(texts.map(namesIn))),
    'all-done': countLineTokens(['Done:', ...statements.map(({ name: own }) => `- ${own}: done`)]),
    guessed: countLineTokens(guessStates(statements)),
    'frequent-lines': countLineTokens(sortByFrequency(texts.map(longLinesIn))),
    'last-messages': countLineTokens(texts.toReversed().flatMap((text) => text.split('\n').toReversed())),
  }
}

/** Of a to-do list, the share from its beginning that is guessed to be done. */
const guessedShare = 0.6

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

const longLinesIn = rememberResults((text): Counts => {
  const lines = text.split('\n').map((line) => line.trim())
  return countTextWords(lines.filter(({ length }) => length > shortest))
})

function countTextWords(texts: readonly string[]): Counts {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Lines of so many characters and fewer are brackets and the like. */
const shortest = 15

function countLineTokens(lines: readonly string[]): Lines {
  return { lines, tokens: [] }
}

/** Each once, the most frequent first. */
function sortByFrequency(texts: readonly Counts[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const own of texts) for (const [text, count] of own) counts.set(text, (counts.get(text) ?? 0) + count)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([text]) => text)
}
