import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { type Readable, createRememberedReading } from '../facts/create-remembered-reading.ts'
import { listPathTails } from '../facts/find-path-finder.ts'
import { findLongerPart } from '../facts/longer-texts.ts'
import { readPathMention } from '../facts/path-class.ts'
import { splitChunks, renderReadableText } from '../facts/split-words.ts'
import { selectContentWords, createLooseFinder, type LooseMention } from './loose-finder.ts'
import { type MarkedText, prepareMarkedText, readStateNear, type Told } from './read-state-near.ts'
import type { State } from './state-words.ts'
import { type Statement, listStatesByCalls, toDos } from './statements.ts'
import { type TextTokens, tokenKinds, tokensOfPart } from './tokenise-text.ts'

/** A state that a context gives to a statement, and the words that do. */
export type Said = {
  readonly state: State
  /** A call that is still there, the provider's summaries, or a message of the assistant. */
  readonly origin: 'call' | 'summary' | 'message'
  readonly messageIndex: number
  readonly partIndex: number
  readonly start: number
  readonly end: number
}

/** Says for each statement which states a context gives it, in order; at the same indices. */
export type StateReader = (context: Conversation) => readonly (readonly Said[])[]

type InPart = { readonly key: number; readonly told: Told; readonly start: number; readonly end: number }

/** Kinds of parts whose sentences tell what has become of something: files and outputs speak of other things. */
const telling: ReadonlySet<Part['kind']> = new Set(['summary', 'assistant-text'])

/** Whether the sentences of a part are read. */
function isTelling({ kind }: Part): boolean {
  return telling.has(kind)
}

/**
 * Reads contexts for what they say of these statements. Where a context still has calls that tell, they are believed;
 * otherwise what its texts tell of the end of the task. `files` are all paths of the task:
 * a name without folders that several of them have names none.
 */
export function createStateReader(statements: readonly Statement[], files: readonly string[]): StateReader {
  const find = createMentionFinder(statements, files)
  const read = new Map<string, readonly InPart[]>()
  const readPart = (part: Readable): readonly InPart[] => {
    const text = renderReadableText(part)
    const known = read.get(text)
    if (known !== undefined) return known
    const longer = findLongerPart(part)
    const found =
      longer === undefined
        ? readMentions(markedPart(part), find, statements)
        : readPart(longer).filter(({ end }) => end <= text.length)
    read.set(text, found)
    return found
  }
  return (context) => {
    const byCalls = findSaidByCalls(statements, context)
    const said = statements.map((): Said[] => [])
    context.parts.forEach((own, messageIndex) =>
      own.forEach((part, partIndex) => {
        if (!isTelling(part)) return
        const origin = part.kind === 'summary' ? 'summary' : 'message'
        for (const { key, state, start, end } of selectToldAtEnd(readPart(part)))
          said[key]?.push({ state, start, end, origin, messageIndex, partIndex })
      }),
    )
    return said.map((own, key) => {
      const called = byCalls[key] ?? []
      return called.length > 0 ? called : own
    })
  }
}

type ToldState = Pick<InPart, 'key' | 'start' | 'end'> & { readonly state: State }

/** Of a part, what is told of the end; of a thing of which nothing is, what its last sentence says. */
function selectToldAtEnd(found: readonly InPart[]): readonly ToldState[] {
  const byKey = Map.groupBy(found, ({ key }) => key)
  return [...byKey.values()].flatMap((own) => {
    const atEnd = own.filter(({ told }) => told.kind === 'end')
    const counted = atEnd.length > 0 ? atEnd : own.filter(({ told }) => told.kind === 'sentence').slice(-1)
    return counted.flatMap(({ told, ...place }) =>
      told.kind === 'silent' || told.state === null ? [] : [{ ...place, state: told.state }],
    )
  })
}

function findSaidByCalls(
  statements: readonly Statement[],
  { parts }: Conversation,
): readonly (readonly Said[])[] {
  const found = statements.map((): Said[] => [])
  if (!parts.some((own) => own.some(({ kind }) => kind === 'tool-call'))) return found
  const keys = new Map<string, number>()
  statements.forEach(({ subject, key }, at) => {
    keys.set(`${subject} ${key}`, at)
    if (subject === 'file')
      for (const tail of listPathTails(key))
        if (tail.includes('/') && !keys.has(`file ${tail}`)) keys.set(`file ${tail}`, at)
  })
  for (const { subject, key, state, messageIndex } of [...listStatesByCalls(parts), ...toDos(parts)]) {
    const at = keys.get(`${subject} ${key}`)
    if (at === undefined) continue
    const own = parts[messageIndex] ?? []
    const partIndex = Math.max(
      0,
      own.findIndex(({ kind }) => kind === 'tool-call'),
    )
    const end = own[partIndex]?.text.length ?? 0
    found[at]?.push({ state, origin: 'call', messageIndex, partIndex, start: 0, end })
  }
  return found
}

function readMentions(
  { text, paths }: MarkedPart,
  find: MentionFinder,
  statements: readonly Statement[],
): readonly InPart[] {
  return find({ text, paths }).map((mention): InPart => {
    const { key, from, to } = mention
    const told = readStateNear(text, mention, statements[key]?.subject ?? 'file')
    return { key, told, start: text.starts[from] ?? 0, end: text.ends[to - 1] ?? 0 }
  })
}

/** A text whose paths are marked: the tokens of each, half-open. */
type MarkedPart = {
  readonly text: MarkedText
  readonly paths: readonly { readonly path: string; readonly from: number; readonly to: number }[]
}

type MentionFinder = (part: MarkedPart) => readonly LooseMention[]

/** Which paths a text names does not depend on what it is read for. */
const markedPart = createRememberedReading((part): MarkedPart => {
  const text = renderReadableText(part)
  const tokens = tokensOfPart(part)
  const marked = prepareMarkedText(text, tokens)
  const { isPath } = marked
  const paths: { path: string; from: number; to: number }[] = []
  let at = 0
  for (const chunk of splitChunks(text)) {
    const mention = readPathMention(chunk)
    if (mention === undefined) continue
    while (at < tokens.texts.length && (tokens.ends[at] ?? 0) <= mention.start) at += 1
    const from = at
    while (at < tokens.texts.length && (tokens.starts[at] ?? 0) < mention.end) {
      isPath[at] = 1
      at += 1
    }
    // The full stop behind a path ends the sentence.
    let to = at
    for (; to > from && tokens.kinds[to - 1] !== tokenKinds.word; to -= 1) isPath[to - 1] = 0
    if (to > from) paths.push({ path: mention.key, from, to })
  }
  return { text: marked, paths }
})

function createMentionFinder(statements: readonly Statement[], paths: readonly string[]): MentionFinder {
  const fileOf = createFileFinder(statements, paths)
  const commandsIn = createCommandFinder(statements)
  const itemsIn = createLooseFinder(
    statements.map(({ subject, name }) => (subject === 'to-do' ? selectContentWords(name) : [])),
  )
  return ({ text, paths: named }) => {
    const files = named.flatMap(({ path, from, to }): LooseMention[] => {
      const key = fileOf(path)
      return key === undefined ? [] : [{ key, from, to }]
    })
    return [...files, ...commandsIn(text), ...itemsIn(text)].toSorted((a, b) => a.from - b.from)
  }
}

/** The statement that a path in a text is about: itself, with fewer folders where that names one file, or with more. */
function createFileFinder(
  statements: readonly Statement[],
  files: readonly string[],
): (path: string) => number | undefined {
  const exact = new Map<string, number>()
  statements.forEach(({ subject, key }, at) => {
    if (subject === 'file') exact.set(key, at)
  })
  const owners = new Map<string, string | null>()
  for (const file of new Set([...exact.keys(), ...files]))
    for (const tail of listPathTails(file)) {
      const known = owners.get(tail)
      const isSame =
        known === undefined || known === null || known.endsWith(`/${file}`) || file.endsWith(`/${known}`)
      owners.set(tail, known === null ? null : known === undefined ? file : isSame ? known : null)
    }
  return (path) => {
    const own = exact.get(path)
    if (own !== undefined) return own
    const owner = owners.get(path)
    if (owner !== undefined) return owner === null ? undefined : (exact.get(owner) ?? undefined)
    for (const tail of listPathTails(path)) {
      const found = tail.includes('/') ? (exact.get(tail) ?? undefined) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
}

type Branch = { readonly next: Map<string, Branch>; key?: number; count: number; only: number }

/** Commands by their words: whole, or the first three and more where no other command begins so. */
function createCommandFinder(statements: readonly Statement[]): (tokens: TextTokens) => LooseMention[] {
  const root: Branch = { next: new Map(), count: 0, only: -1 }
  statements.forEach(({ subject, key }, at) => {
    if (subject !== 'command') return
    let branch = root
    for (const word of key.split(' ')) {
      let next = branch.next.get(word)
      if (next === undefined) {
        next = { next: new Map(), count: 0, only: at }
        branch.next.set(word, next)
      }
      next.count += 1
      branch = next
    }
    branch.key = at
  })
  return (tokens) => {
    const found: LooseMention[] = []
    for (let at = 0; at < tokens.texts.length; at += 1) {
      const mention = matchCommand(root, tokens, at)
      if (mention === undefined) continue
      found.push(mention)
      at = mention.to - 1
    }
    return found
  }
}

/** So many first words of a command name it where no other one begins so. */
const fewestOfMany = 3

/** Signs that stand between two words of a command at most. */
const mostBetween = 4

function matchCommand(root: Branch, { texts, kinds }: TextTokens, from: number): LooseMention | undefined {
  let branch: Branch | undefined = root
  let best: LooseMention | undefined
  let words = 0
  let between = 0
  for (let at = from; at < texts.length; at += 1) {
    const kind = kinds[at]
    if (kind === tokenKinds.line || kind === tokenKinds.blank) break
    if (kind !== tokenKinds.word) {
      // A little punctuation stands between the words of a command; a text that ends there does not go on.
      between += 1
      if (words === 0 || between > mostBetween) break
      continue
    }
    branch = branch.next.get(texts[at] ?? '')
    if (branch === undefined) break
    words += 1
    between = 0
    const isWhole = branch.key !== undefined && (words > 1 || (texts[at]?.length ?? 0) > 4)
    const key = isWhole ? branch.key : words >= fewestOfMany && branch.count === 1 ? branch.only : undefined
    if (key !== undefined) best = { key, from, to: at + 1 }
  }
  return best
}
