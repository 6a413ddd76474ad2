import { append } from '../../../shared/kernel/append.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { cutToChars } from '../../kernel/history/cut-text.ts'
import { createOutcomeLookup, type CallOutcome } from '../../measure/facts/create-outcome-lookup.ts'
import { findConstraints } from '../../measure/facts/find-constraints.ts'
import { findErrors } from '../../measure/facts/find-marked-lines.ts'
import { findOpenTasks } from '../../measure/facts/find-open-tasks.ts'
import { readCallActs } from '../../measure/facts/read-call-acts.ts'
import { findTouched } from './file-lists.ts'
import { shortenMiddle } from './shorten.ts'

/** How long the pieces of a transcript may be. */
export type TranscriptLimits = {
  readonly maxTokens: number
  /** Of what a person or the assistant wrote, in characters. */
  readonly textChars: number
  /** Of a call and of what came of it. */
  readonly lineChars: number
}

/** Headings of what is listed before the transcript itself, in this order. */
const listTitles = ['Rules of the user', 'Open', 'Files changed', 'Files read'] as const
type ListTitle = (typeof listTitles)[number]
const transcriptTitle = 'What happened'

/** Each list has so much of all tokens at most, and the transcript what they leave. */
const listShare = 0.15

type Transcript = {
  readonly lists: Readonly<Record<ListTitle, readonly string[]>>
  /** What was said and done, each as one entry, in order. */
  readonly entries: readonly string[]
  /** Entries that were left out by condensations before. */
  readonly leftOut: number
}

const nothingListed: Transcript['lists'] = {
  'Rules of the user': [],
  Open: [],
  'Files changed': [],
  'Files read': [],
}

/**
 * What stands for messages without asking a model: rules of the user, open work and files as lists, and then what was
 * said and done in order, each call in one line. A transcript among the messages goes on in it; its oldest entries make
 * way. The same history gives the same text.
 */
export function writeTranscript(
  conversation: Conversation,
  gone: readonly number[],
  limits: TranscriptLimits,
): string {
  const { counter } = conversation
  const { lists, entries, leftOut } = mergeTranscripts([
    ...readEarlierTranscripts(conversation, gone),
    buildTranscript(conversation, gone, limits),
  ])
  const listed = listTitles.flatMap((title) => {
    const own = lists[title].map((entry) => `- ${cutToChars(entry, limits.textChars, true)}`)
    // The last ones are the newest.
    const { kept } = takeNewest(own, limits.maxTokens * listShare, conversation)
    return kept.length === 0 ? [] : [`## ${title}\n${kept.join('\n')}`]
  })
  const left = limits.maxTokens - listed.reduce((total, text) => total + counter.count(text), 0)
  const { kept, dropped } = takeNewest(entries, left, conversation)
  const missing = leftOut + dropped
  const head = missing === 0 ? [] : [formatLeftOut(missing)]
  return [...listed, `## ${transcriptTitle}\n${[...head, ...kept].join('\n')}`].join('\n\n')
}

function formatLeftOut(count: number): string {
  return `(${count} earlier ${count === 1 ? 'entry' : 'entries'} left out)`
}

/** As many of the last entries as have room, and one at least. */
function takeNewest(
  entries: readonly string[],
  maxTokens: number,
  { counter }: Conversation,
): { readonly kept: readonly string[]; readonly dropped: number } {
  let left = maxTokens
  let start = entries.length
  while (start > 0) {
    // The line break counts.
    left -= counter.count(entries[start - 1] ?? '') + 1
    if (left < 0 && start < entries.length) break
    start -= 1
  }
  return { kept: entries.slice(start), dropped: start }
}

function buildTranscript(
  conversation: Conversation,
  gone: readonly number[],
  limits: TranscriptLimits,
): Transcript {
  const { messages, parts } = conversation
  const fresh = gone.filter((index) => messages[index]?.isSummary !== true)
  const own = fresh.filter((index) => messages[index]?.['isBoilerplate'] !== true)
  const words = own.map((index) => parts[index] ?? [])
  const { changed, read } = findTouched(conversation, fresh)
  return {
    lists: {
      'Rules of the user': findConstraints(words),
      Open: findOpenTasks(words),
      'Files changed': changed,
      'Files read': read,
    },
    entries: foldRepeats(buildEntries(conversation, words, limits)),
    leftOut: 0,
  }
}

function buildEntries(
  { parts }: Conversation,
  words: Conversation['parts'],
  { textChars, lineChars }: TranscriptLimits,
): string[] {
  const findOutcome = createOutcomeLookup(parts)
  const results = Map.groupBy(
    parts.flat().filter(({ kind, isHeader }) => kind === 'tool-result' && isHeader !== true),
    ({ toolCallId }) => toolCallId,
  )
  return words.flat().flatMap((part) => {
    switch (part.kind) {
      case 'user-text':
      case 'assistant-text': {
        const text = part.text.trim()
        const by = part.kind === 'user-text' ? 'user' : 'assistant'
        return text === '' ? [] : [`[${by}] ${shortenMiddle(text, textChars, 0.7)}`]
      }
      case 'tool-call':
        return [formatCall(part, findOutcome(part.toolCallId), results.get(part.toolCallId) ?? [], lineChars)]
      default:
        return []
    }
  })
}

/** One line for a call, with how it ended: its first error, or the last line of what a command printed. */
function formatCall(call: Part, outcome: CallOutcome, results: readonly Part[], lineChars: number): string {
  const acts = readCallActs(call)
  const isCommand = acts.some(({ kind }) => kind === 'command')
  const what = acts.map((act) =>
    act.kind === 'command'
      ? `run ${act.command}`
      : act.kind === 'move'
        ? `move ${act.path} to ${act.to}`
        : `${act.kind} ${act.path}`,
  )
  const named = what.length === 0 ? call.text : what.join(', ')
  const line = `* ${cutToOneLine(named, lineChars)}`
  if (outcome.status === 'done') return isCommand ? withEnd(line, findLastLine(results), lineChars) : line
  if (outcome.status === 'unanswered') return `${line} (no result)`
  const [error] = findErrors([results.map(({ path: _path, ...part }) => part)])
  return withEnd(`${line} ${outcome.status}`, error ?? findLastLine(results), lineChars)
}

function withEnd(line: string, end: string, lineChars: number): string {
  return end === '' ? line : `${line}: ${cutToOneLine(end, lineChars)}`
}

function findLastLine(results: readonly Part[]): string {
  const text = results.at(-1)?.text.trimEnd() ?? ''
  return text.slice(text.lastIndexOf('\n') + 1).trim()
}

function cutToOneLine(text: string, maxChars: number): string {
  const [line = ''] = text.trim().split('\n', 1)
  return cutToChars(line, maxChars, false)
}

/** The same line again and again becomes one with its number. */
function foldRepeats(entries: readonly string[]): string[] {
  const folded: { readonly entry: string; count: number }[] = []
  for (const entry of entries) {
    const last = folded.at(-1)
    if (last?.entry === entry) last.count += 1
    else folded.push({ entry, count: 1 })
  }
  return folded.map(({ entry, count }) => (count === 1 ? entry : `${entry} ×${count}`))
}

/** What stood for messages before: a transcript taken apart, or any other summary as one entry. */
function readEarlierTranscripts({ messages, parts }: Conversation, gone: readonly number[]): Transcript[] {
  return gone.flatMap((index) => {
    if (messages[index]?.isSummary !== true) return []
    const text = (parts[index] ?? []).map((part) => part.text).join('\n')
    return [readTranscript(text) ?? { lists: nothingListed, entries: [`[summary] ${text}`], leftOut: 0 }]
  })
}

/** A transcript taken apart; null where a text is none. */
function readTranscript(text: string): Transcript | null {
  const from = text.indexOf(`## ${transcriptTitle}\n`)
  if (from < 0) return null
  const lists: Record<ListTitle, string[]> = {
    'Rules of the user': [],
    Open: [],
    'Files changed': [],
    'Files read': [],
  }
  let title: ListTitle | undefined
  for (const line of text.slice(0, from).split('\n')) {
    const heading = listTitles.find((own) => line === `## ${own}`)
    if (heading !== undefined) title = heading
    else if (title !== undefined && line.startsWith('- ')) lists[title].push(line.slice(2))
  }
  const [first = '', ...rest] = text.slice(from).split('\n').slice(1)
  const missing = /^\((\d+) earlier entr(?:y|ies) left out\)$/.exec(first)
  const lines = missing === null ? [first, ...rest] : rest
  return { lists, entries: joinEntries(lines), leftOut: Number(missing?.[1] ?? 0) }
}

/** A line that does not begin an entry goes on with the one before. */
function joinEntries(lines: readonly string[]): string[] {
  const entries: string[] = []
  for (const line of lines) {
    const last = entries.pop()
    if (last === undefined) entries.push(line)
    else
      append(
        entries,
        /^(?:\* |\[(?:user|assistant|summary)\] )/.test(line) ? [last, line] : [`${last}\n${line}`],
      )
  }
  return entries
}

/** Lists become one without repeats, each entry where it was named last; what is open is what the newest says. */
function mergeTranscripts(all: readonly Transcript[]): Transcript {
  const merge = (title: ListTitle): string[] => {
    const entries = all.flatMap(({ lists }) => lists[title])
    return [...new Set(entries.toReversed())].toReversed()
  }
  const changed = merge('Files changed')
  const open = all.findLast(({ lists }) => lists.Open.length > 0)?.lists.Open ?? []
  return {
    lists: {
      'Rules of the user': merge('Rules of the user'),
      Open: open,
      'Files changed': changed,
      'Files read': merge('Files read').filter((path) => !changed.includes(path)),
    },
    entries: all.flatMap(({ entries }) => entries),
    leftOut: all.reduce((total, { leftOut }) => total + leftOut, 0),
  }
}
