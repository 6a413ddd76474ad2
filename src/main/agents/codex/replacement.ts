import { append } from '../../../shared/kernel/append.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { readMessageTexts } from '../details/read-message-texts.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { cutMiddle } from './cut-middle.ts'
import { readRolloutItem, type Item } from './items.ts'
import type { RolloutLine } from './lines.ts'

/** How each summary begins that Codex has had written by a model. */
const summaryLead = 'Another language model started to solve this problem and produced a summary'
/** Messages of the person that a compaction keeps, in tokens of four bytes each (its `compact.rs`). */
const mostKeptTokens = 20_000

/** The history after a compaction. */
export type Replacement = Readonly<{
  entries: readonly Entry[]
  /** The message that stands for what is gone; null where no stored message is it. */
  summary: Entry | null
}>

/** Reads what a `compacted` line puts in place of the history. `before` is what stood there. */
export function readReplacement(
  { payload, line, ts }: RolloutLine,
  before: readonly Entry[],
  condenseId: string,
): Replacement {
  const message = toTextOrNull(payload['message']) ?? ''
  const marks = { ...(ts === null ? {} : { ts }), ...(line === null ? {} : { origin: { line } }) }
  const stored = payload['replacement_history']
  if (!Array.isArray(stored)) return rebuildHistory(before, message, { ...marks, condenseId })
  const items = stored.filter(isRecord).map((fields, at) => ({
    fields,
    item: readRolloutItem(fields, { own: `kept-${line ?? 0}-${at}`, call: null }),
  }))
  const known = findKeptInputs(items, before)
  const said = new Set(
    before.flatMap(({ message: { role, content } }) =>
      role === 'assistant' ? readMessageTexts({ content }) : [],
    ),
  )
  const entries: Entry[] = []
  let summary: Entry | null = null
  let run: ContentBlock[] = []
  const endRun = (): void => {
    if (run.length === 0) return
    const texts = readMessageTexts({ content: run })
    const isCopy = texts.length > 0 && texts.length === run.length && texts.every((one) => said.has(one))
    entries.push({ message: { role: 'assistant', content: run, ...marks }, ...(isCopy ? { isCopy } : {}) })
    run = []
  }
  for (const [at, { fields, item }] of items.entries()) {
    if (item.kind === 'answer' && !item.isSummary) {
      append(run, item.blocks)
      continue
    }
    endRun()
    const own = known.get(at) ?? buildReplacementEntry(item, fields, marks)
    if (own === null) continue
    const isSummary = known.get(at) === undefined && isSummaryItem(item, message)
    const entry = isSummary ? { message: { ...own.message, isSummary: true, condenseId } } : own
    if (isSummary) summary = entry
    entries.push(entry)
  }
  endRun()
  if (summary !== null || message !== '') return { entries, summary }
  summary = {
    message: { role: 'assistant', content: [leftOutSummary], ...marks, isSummary: true, condenseId },
  }
  return { entries: [...entries, summary], summary }
}

/** Exports that take out what is encrypted leave nothing in its place. */
const leftOutSummary = { type: 'compaction', reason: 'The encrypted summary is not in this file.' }

function buildReplacementEntry(item: Item, fields: Fields, marks: Fields): Entry | null {
  const origin = isRecord(marks['origin']) ? marks['origin'] : {}
  const id = toTextOrNull(fields['id'])
  const more = { ...marks, ...(id === null ? {} : { origin: { ...origin, id } }) }
  switch (item.kind) {
    case 'input':
      return {
        message: {
          role: item.role,
          content: [...item.blocks],
          ...more,
          ...(item.isBoilerplate ? { isBoilerplate: true } : {}),
        },
      }
    case 'answer':
      return { message: { role: 'assistant', content: [...item.blocks], ...more } }
    case 'result':
      return { message: { role: 'user', content: [item.block], ...more } }
    case 'local':
    case 'unknown':
      return null
  }
}

function isSummaryItem(item: Item, message: string): boolean {
  if (item.kind === 'answer') return item.isSummary
  if (item.kind !== 'input' || item.isBoilerplate) return false
  const words = readMessageTexts({ content: item.blocks }).join('\n')
  return words !== '' && (words === message || words.startsWith(summaryLead))
}

/**
 * Which of the stored messages are those of the person from before, by their ids and else by their words: of the same words
 * the last ones. What Codex wrote again itself is new.
 */
function findKeptInputs(
  items: readonly Readonly<{ fields: Fields; item: Item }>[],
  before: readonly Entry[],
): ReadonlyMap<number, Entry> {
  const inputs = before.filter(({ message }) => message.role === 'user' && message['isBoilerplate'] !== true)
  const byId = new Map(inputs.map((entry) => [readOriginId(entry.message), entry]))
  const byWords = Map.groupBy(inputs, ({ message }) => JSON.stringify(message.content))
  const used = new Set<Entry>()
  const kept = new Map<number, Entry>()
  for (const [at, { fields, item }] of [...items.entries()].toReversed()) {
    if (item.kind !== 'input' || item.isBoilerplate) continue
    const id = toTextOrNull(fields['id'])
    const found =
      (id === null ? undefined : byId.get(id)) ??
      byWords
        .get(JSON.stringify(item.blocks))
        ?.findLast((entry) => !used.has(entry) && (id === null || readOriginId(entry.message) === null))
    if (found === undefined || used.has(found)) continue
    used.add(found)
    kept.set(at, replaceContent(found, item.blocks))
  }
  return kept
}

/** A message as it is kept: newer versions leave its images out, and shorten it, under its own id. */
function replaceContent(entry: Entry, blocks: readonly ContentBlock[]): Entry {
  const { message } = entry
  if (JSON.stringify(message.content) === JSON.stringify(blocks)) return entry
  return { message: { ...message, content: [...blocks] }, isCopy: true }
}

function readOriginId({ origin }: Message): string | null {
  return isRecord(origin) ? toTextOrNull(origin['id']) : null
}

/** Early versions store the summary alone: the beginning, what the person wrote last, and the summary are what is left. */
function rebuildHistory(before: readonly Entry[], message: string, marks: Fields): Replacement {
  const isInput = ({ message: one }: Entry): boolean =>
    one.role === 'user' && one.isSummary !== true && isTyped(one)
  const first = before.findIndex(({ message: one }) => one['isBoilerplate'] !== true)
  const kept: Entry[] = []
  let left = mostKeptTokens
  for (const entry of before.filter(isInput).toReversed()) {
    if (left <= 0) break
    const words = readMessageTexts(entry.message).join('\n')
    const tokens = Math.ceil(Buffer.byteLength(words) / 4)
    kept.push(tokens <= left ? entry : shortenEntry(entry, cutMiddle(words, { mode: 'tokens', limit: left })))
    left -= tokens
  }
  const summary = {
    message: {
      role: 'user',
      content: [{ type: 'text', text: message === '' ? '(no summary available)' : message }],
      ...marks,
      isSummary: true,
    },
  }
  return { entries: [...before.slice(0, Math.max(0, first)), ...kept.toReversed(), summary], summary }
}

/** Whether versions that store no history keep a message; they take warnings of their own for words of the person. */
function isTyped(message: Message): boolean {
  const texts = readMessageTexts(message)
  return (
    texts.length > 0 &&
    (message['isBoilerplate'] !== true || texts.every((words) => words.startsWith('Warning: ')))
  )
}

function shortenEntry({ message }: Entry, words: string): Entry {
  return { message: { ...message, content: [{ type: 'text', text: words }] }, isCopy: true }
}
