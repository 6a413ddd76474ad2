import type { Message } from '../../../shared/kernel/message.ts'
import type { Part, Span } from '../../../shared/kernel/part.ts'
import { toTextBlock, listBlocks } from '../../kernel/history/blocks.ts'
import { fileActKinds } from '../../measure/facts/act.ts'
import { readCallMark } from './call-mark.ts'
import { attemptKinds, type Attempt, type FileState, type LedgerEntry } from './ledger-entry.ts'
import {
  ledgerHeading,
  ledgerIntroduction,
  ledgerSections,
  leftOutLabel,
  type LedgerSection,
} from './ledger-format.ts'

/** A ledger that stands in a text. */
type WrittenLedger = {
  readonly entries: readonly LedgerEntry[]
  readonly mark: string | null
  readonly span: Span
}

const opening = `${ledgerHeading}\n${ledgerIntroduction}`

const states: Readonly<Partial<Record<LedgerSection, FileState>>> = {
  Created: 'created',
  Modified: 'modified',
  Moved: 'moved',
  Deleted: 'deleted',
  Read: 'read',
}

type Note = Readonly<Record<string, string | undefined>>

const tried = '(?<outcome>failed|refused|no result)(?: ×(?<times>\\d+))?'

const fileNote = new RegExp(`^(?:(?:modified )?×(?<changes>\\d+))?(?:(?:, |^)then (?<act>\\w+) ${tried})?$`)

const attemptNote = new RegExp(`^${tried}$`)

const commandNote =
  /^(?:×(?<runs>\d+))?(?:(?:, last |^)(?<outcome>exit -?\d+|failed|refused|still running|no result))?$/

/** Ledgers that earlier condensations left: in a summary, or as a message of its own. Nothing else is believed. */
export function readWrittenLedgers(parts: readonly Part[]): WrittenLedger[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'summary' && part.kind !== 'user-text') return []
    const found = readLedger(part.text)
    const isWhole = found !== undefined && found.span.start === 0 && found.span.end === part.text.length
    return found !== undefined && (part.kind === 'summary' || isWhole) ? [found] : []
  })
}

/** Whether a message is a ledger and nothing more. */
export function isLedgerMessage({ role, content, isSummary }: Message): boolean {
  if (role !== 'user' || isSummary === true) return false
  const [block, more] = typeof content === 'string' ? [] : content
  const text =
    typeof content === 'string' ? content : block && more === undefined ? toTextBlock(block)?.text : undefined
  const found = text === undefined ? undefined : readLedger(text)
  return found !== undefined && found.span.start === 0 && found.span.end === text?.length
}

/** Whether a message is a ledger, or a summary with one. */
export function holdsLedger(message: Message): boolean {
  return isLedgerMessage(message) || withoutLedger(readSummaryText(message)?.text ?? '') !== undefined
}

/** Messages without the ledgers in them, for a model that need not repeat what is carried over anyway. */
export function withoutLedgers(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message) => {
    if (isLedgerMessage(message)) return []
    const summary = readSummaryText(message)
    const rest = summary === undefined ? undefined : withoutLedger(summary.text)
    return summary === undefined || rest === undefined || rest === '' ? message : summary.replaceWith(rest)
  })
}

/** A text without its ledger; undefined where it has none. */
export function withoutLedger(text: string): string | undefined {
  const found = readLedger(text)
  if (found === undefined) return undefined
  return `${text.slice(0, found.span.start).trimEnd()}${text.slice(found.span.end)}`
}

export type SummaryText = {
  readonly text: string
  readonly blockIndex: number
  readonly replaceWith: (text: string) => Message
}

/** The text of a summary that is to be added to: all of it, or its last block of text. */
export function readSummaryText(message: Message): SummaryText | undefined {
  if (message.isSummary !== true) return undefined
  const { content } = message
  if (typeof content === 'string')
    return { text: content, blockIndex: 0, replaceWith: (text) => ({ ...message, content: text }) }
  const blockIndex = content.findLastIndex((block) => toTextBlock(block) !== undefined)
  const block = listBlocks(message)[blockIndex]
  const known = block === undefined ? undefined : toTextBlock(block)
  if (known === undefined) return undefined
  const replaceWith = (text: string): Message => ({
    ...message,
    content: content.with(blockIndex, { ...known, text }),
  })
  return { text: known.text, blockIndex, replaceWith }
}

/** The last ledger of a text, as `formatLedger` writes it; undefined where there is none. */
export function readLedger(text: string): WrittenLedger | undefined {
  const start = text.startsWith(opening) ? 0 : text.lastIndexOf(`\n${opening}`) + 1
  if (start === 0 && !text.startsWith(opening)) return undefined
  const entries: LedgerEntry[] = []
  let mark: string | null = null
  let section: LedgerSection | undefined
  let end = start + opening.length
  while (end < text.length && text[end] === '\n') {
    const next = text.indexOf('\n', end + 1)
    const line = text.slice(end + 1, next < 0 ? text.length : next)
    const heading = ledgerSections.find((name) => line === `${name}:`)
    const entry =
      section !== undefined && line.startsWith('- ') ? readLine(section, line.slice(2)) : undefined
    if (heading !== undefined) section = heading
    else if (entry !== undefined) entries.push(entry)
    else if (line.startsWith(leftOutLabel)) entries.push({ kind: 'left-out', count: sumLineNumbers(line) })
    else if (readCallMark(line) !== undefined) mark = readCallMark(line) ?? null
    else break
    end += 1 + line.length
  }
  return { entries, mark, span: { start, end } }
}

function sumLineNumbers(line: string): number {
  return [...line.matchAll(/\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0)
}

function readLine(section: LedgerSection, line: string): LedgerEntry | undefined {
  if (section === 'Commands') return readCommand(line)
  if (section === 'Not done') return readAttempt(line)
  const { text, note } = splitNote(line, fileNote)
  const [from = text, to] = section === 'Moved' ? text.split(' -> ', 2) : [text]
  const state = states[section]
  if (state === undefined) return undefined
  return {
    kind: 'file',
    path: from,
    state,
    movedTo: to ?? null,
    changes: Number(note?.['changes'] ?? (state === 'modified' ? 1 : 0)),
    attempt: toAttempt(note),
  }
}

function readCommand(line: string): LedgerEntry {
  const { text, note } = splitNote(line, commandNote)
  return {
    kind: 'command',
    command: text,
    runs: Number(note?.['runs'] ?? 1),
    outcome: note?.['outcome'] ?? 'ok',
  }
}

function readAttempt(line: string): LedgerEntry | undefined {
  const { text, note } = splitNote(line, attemptNote)
  const [act = '', ...rest] = text.split(' ')
  const attempt = toAttempt({ act, ...note })
  return attempt === null
    ? undefined
    : { kind: 'file', path: rest.join(' '), state: 'untouched', movedTo: null, changes: 0, attempt }
}

function toAttempt(note: Note | undefined): Attempt | null {
  const act = [...fileActKinds, 'move' as const].find((kind) => kind === note?.['act'])
  const outcome = attemptKinds.find((kind) => kind === note?.['outcome'])
  if (act === undefined || outcome === undefined) return null
  return { act, outcome, times: Number(note?.['times'] ?? 1) }
}

/** A path or a command may hold the dash by itself: only what reads as a note is one. */
function splitNote(line: string, pattern: RegExp): { readonly text: string; readonly note?: Note } {
  const at = line.lastIndexOf(' — ')
  const groups = at < 0 ? undefined : pattern.exec(line.slice(at + 3))?.groups
  return groups === undefined ? { text: line } : { text: line.slice(0, at), note: groups }
}
