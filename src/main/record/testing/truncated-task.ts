import type { Message } from '../../../shared/kernel/message.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/kernel/usage.ts'
import { examplePrices } from '../../features/replay/compute/testing/replay-example.ts'
import type { HiddenRange, RecordedTask } from '../recorded-task.ts'

/**
 * What an agent does at its limit: classic Roo and old Cline `delete` half of their file, Cline `hides` a range of it,
 * which it names with each request or (`hides-item`) in its history item alone, classic Roo `condenses` and deletes, and
 * older Roo did so without a record.
 */
export const truncationKinds = [
  'deletes',
  'hides',
  'hides-item',
  'condenses',
  'condenses-unrecorded',
] as const
export type TruncationKind = (typeof truncationKinds)[number]

type Agent = {
  readonly kind: TruncationKind
  /** Input above which it truncates. */
  readonly limitTokens: number
  /** Model tokens of a message. */
  readonly countTokens: (message: Message) => number
  /** System prompt and tools of the request that a message answers. */
  readonly countPrefixTokens: (answer: Message) => number
}

/** A task as its agent leaves it behind, and what only the agent knew. */
export type TruncatedTask = {
  readonly task: RecordedTask
  /** System prompt and tools of each request, as it was sent. */
  readonly prefixes: readonly number[]
  /** Requests before which it truncated. */
  readonly truncatedAt: readonly number[]
  /** Requests of which the file still holds all that they sent, and says what that was. */
  readonly whole: readonly number[]
}

type Work = {
  /** What is in the file. */
  file: readonly Message[]
  range: HiddenRange | null
  readonly requests: RequestUsage[]
  readonly condensations: RecordedUsage['condensations'][number][]
  readonly sent: (readonly Message[])[]
  readonly prefixes: number[]
  readonly truncatedAt: number[]
}

/** Has an agent work through a history of question and answer, truncating where it comes to its limit. */
export function truncatedTask(history: readonly Message[], agent: Agent): TruncatedTask {
  const work: Work = {
    file: [],
    range: null,
    requests: [],
    condensations: [],
    sent: [],
    prefixes: [],
    truncatedAt: [],
  }
  for (const [index, message] of history.entries()) {
    const ts = 1_700_000_000_000 + 60_000 * index
    if (message.role === 'assistant') ask(work, agent, message, ts - 5000)
    work.file = [...work.file, { ...message, ts }]
  }
  const { file, range, requests, condensations, sent, prefixes, truncatedAt } = work
  const isLeft = (one: Message): boolean => file.includes(one)
  // A history item has the last range alone.
  const isTold = (index: number): boolean =>
    agent.kind !== 'hides-item' ||
    index < (truncatedAt[0] ?? Infinity) ||
    index >= (truncatedAt.at(-1) ?? Infinity)
  return {
    task: {
      messages: file,
      usage: { requests, condensations },
      hiddenRange: agent.kind === 'hides' || agent.kind === 'hides-item' ? range : null,
    },
    prefixes,
    truncatedAt,
    whole: sent.flatMap((messages, index) => (messages.every(isLeft) && isTold(index) ? [index] : [])),
  }
}

function ask(work: Work, agent: Agent, answer: Message, ts: number): void {
  const prefix = agent.countPrefixTokens(answer)
  const sumMessageTokens = (messages: readonly Message[]): number => sum(messages.map(agent.countTokens))
  if (prefix + sumMessageTokens(visible(work)) > agent.limitTokens) {
    truncate(work, agent, ts + 1000)
    work.truncatedAt.push(work.requests.length)
  }
  const sent = visible(work)
  const before = work.sent.at(-1) ?? []
  const shared = sent.filter((message, index) => message === before[index])
  const isNew = prefix !== work.prefixes.at(-1)
  const cacheReads = Math.round(isNew ? 0 : prefix + sumMessageTokens(shared))
  const tokensIn = Math.round(prefix + sumMessageTokens(sent)) - cacheReads
  const tokensOut = Math.round(agent.countTokens(answer))
  const prices = examplePrices
  const cost = tokensIn * prices.input + cacheReads * prices.cacheReads + tokensOut * prices.output
  const named = agent.kind === 'hides' && work.range !== null ? { deletedRange: toRange(work.range) } : {}
  // Cached tokens come on top of the input, as classic Roo records them.
  work.requests.push({ ts, tokensIn, tokensOut, cacheReads, cacheWrites: 0, costUsd: cost / 1e6, ...named })
  work.sent.push(sent)
  work.prefixes.push(prefix)
}

const toRange = ({ start, end }: HiddenRange): [number, number] => [start, end]

function visible({ file, range }: Work): readonly Message[] {
  return file.filter((_, index) => range === null || index < range.start || index > range.end)
}

function truncate(work: Work, { kind }: Agent, ts: number): void {
  const { file, range } = work
  switch (kind) {
    case 'deletes':
      work.file = [...file.slice(0, 1), ...file.slice(1 + evenHalf(file.length - 1))]
      return
    case 'hides':
    case 'hides-item': {
      const start = 2
      const from = range === null ? start : range.end + 1
      work.range = { start, end: from + evenHalf(file.length - from) - 1 }
      return
    }
    default: {
      const summary: Message = {
        role: 'assistant',
        content: file.slice(1, -3).map(firstWords).join(' ').slice(0, 2000),
        isSummary: true,
        ts,
      }
      work.file = [...file.slice(0, 1), summary, ...file.slice(-3)]
      if (kind === 'condenses') work.condensations.push({ ts, costUsd: 0.01 })
    }
  }
}

const evenHalf = (count: number): number => Math.floor(count / 4) * 2

function firstWords({ content }: Message): string {
  return (typeof content === 'string' ? content : JSON.stringify(content)).slice(0, 200)
}
