import { createConversation, type Conversation } from '../../src/main/kernel/conversation.ts'
import type { Method } from '../../src/main/kernel/method.ts'
import { createBulkCounter } from '../../src/main/kernel/tokens/bulk-counter.ts'
import { createCachingCounter, type TokenCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import { methods } from '../../src/main/methods/methods.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { atMost, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { realTasks, standardHistory } from '../lib/histories.ts'
import { charsOf } from '../lib/make-history.ts'
import { loadLangChain, loadPruneMessages, type Trim } from '../lib/peers.ts'
import { tryMethodOn } from '../lib/run-method-on.ts'
import { median, workedMs, workTimes } from '../lib/timing.ts'

/** Arms that do what `trimMessages` does: they cut old content, or leave old messages out. */
const arms = [
  { provider: 'truncation', preset: 'default' },
  { provider: 'truncation', preset: 'suppress' },
  { provider: 'sliding-window', preset: 'classic' },
  { provider: 'sliding-window', preset: 'current' },
] as const

/** Fewer messages take any library less than the clock can tell. */
const fewestMessages = 20
const limit = 2

/** Runs with checks, provenance and figures beside functions of libraries that give a list of messages and nothing else. */
export const peers: Benchmark = {
  id: 'peers',
  title:
    'truncation and sliding window against LangChain trimMessages and AI SDK pruneMessages, counts known',
  measure: async () => {
    const [trim, prune] = [await loadLangChain(), await loadPruneMessages()]
    const bulk = await createBulkCounter()
    const counter = createCachingCounter(bulk)
    const countOf = (messages: readonly Message[]) => createConversation(messages, counter)
    const real = (await realTasks()).filter(({ length }) => length >= fewestMessages).map(countOf)
    const made = [countOf(Object.freeze(standardHistory().slice(0, 400))), countOf(standardHistory())]
    const all = [...made, ...real]
    const findings: Finding[] = []
    for (const { provider, preset } of arms)
      findings.push(
        ...(await againstTrim(`${provider}, ${preset}`, { provider, preset }, all, { trim, bulk })),
      )
    findings.push(await splitting(all, trim), await pruning(all, prune))
    return findings
  },
}

type Arm = { readonly provider: string; readonly preset: string }
type Tools = { readonly trim: Trim | null; readonly bulk: TokenCounter }

/**
 * The ratio on each history, and how the work of both splits up: with all texts counted before, and of a run that
 * counts the texts that it writes, which `trimMessages` never has.
 */
async function againstTrim(
  what: string,
  arm: Arm,
  conversations: readonly Conversation[],
  { trim, bulk }: Tools,
): Promise<readonly Finding[]> {
  if (trim === null) return [skipped(`${what} against trimMessages`, '@langchain/core')]
  const provider = methods.find(({ id }) => id === arm.provider)
  const settings = provider?.presets.find(({ id }) => id === arm.preset)?.settings
  if (provider === undefined || settings === undefined) throw new Error(`there is no ${what}`)
  const ratios: number[] = []
  const firstRatios: number[] = []
  const notes: string[] = []
  for (const conversation of conversations) {
    const theirs = trim(conversation)
    // The first run leaves every text that it counts in the cache of the counter.
    await tryMethodOn(provider, settings, conversation)
    const times = await workTimes({
      theirs: () => theirs(conversation.totalTokens / 2),
      ours: () => tryMethodOn(provider, settings, conversation),
    })
    ratios.push(times.ours / times.theirs)
    firstRatios.push((await firstRunMs({ provider, settings }, conversation, bulk)) / times.theirs)
    const messages = conversation.messages.length.toLocaleString('en-US')
    notes.push(`${messages}: ${times.ours.toFixed(2)} / ${times.theirs.toFixed(2)}`)
  }
  return [
    {
      what: `${what} against trimMessages`,
      value: median(ratios),
      unit: 'x',
      target: atMost(limit),
      note: `median of ${ratios.length} histories, worst ${Math.max(...ratios).toFixed(1)}; messages: ms of both: ${notes.slice(0, 5).join(', ')}`,
    },
    {
      what: `${what}, its new texts counted for the first time`,
      value: median(firstRatios),
      unit: 'x',
      note: 'a new conversation: what is kept with a task is found as well; trimMessages writes no text to count',
    },
  ]
}

/** Characters of histories that are counted anew for it; a single run says little where one is short. */
const firstRunChars = 3_000_000
const mostFirstRuns = 20

/** Mean milliseconds of runs whose counter knows the texts of the history and no others. */
async function firstRunMs(
  { provider, settings }: { readonly provider: Method; readonly settings: unknown },
  { messages }: Conversation,
  bulk: TokenCounter,
): Promise<number> {
  const runs = Math.max(1, Math.min(mostFirstRuns, Math.floor(firstRunChars / charsOf(messages))))
  let ms = 0
  for (let run = 0; run < runs; run += 1) {
    const fresh = createConversation(messages, createCachingCounter(bulk))
    const start = workedMs()
    await tryMethodOn(provider, settings, fresh)
    ms += workedMs() - start
  }
  return ms / runs
}

/** Splitting and counting a history, which is done once for all that is tried on it. */
async function splitting(conversations: readonly Conversation[], trim: Trim | null): Promise<Finding> {
  const what = 'splitting a history once, counts known, against trimMessages'
  if (trim === null) return skipped(what, '@langchain/core')
  const ratios: number[] = []
  for (const conversation of conversations) {
    const { messages, counter, totalTokens } = conversation
    const theirs = trim(conversation)
    const times = await workTimes({
      theirs: () => theirs(totalTokens / 2),
      ours: () => createConversation(messages, counter),
    })
    ratios.push(times.ours / times.theirs)
  }
  return { what, value: median(ratios), unit: 'x', note: 'kept for every provider, check and figure' }
}

async function pruning(
  conversations: readonly Conversation[],
  prune: Awaited<ReturnType<typeof loadPruneMessages>>,
): Promise<Finding> {
  const what = 'truncation, suppress against pruneMessages'
  const provider = methods.find(({ id }) => id === 'truncation')
  const settings = provider?.presets.find(({ id }) => id === 'suppress')?.settings
  if (prune === null || provider === undefined) return skipped(what, 'ai')
  const ratios: number[] = []
  for (const conversation of conversations) {
    const theirs = prune(conversation.messages)
    const times = await workTimes({
      theirs,
      ours: () => tryMethodOn(provider, settings, conversation),
    })
    ratios.push(times.ours / times.theirs)
  }
  const note =
    'it filters blocks by their type, counts nothing and says nothing of what it did; histories of the XML era have no blocks that it knows'
  return { what, value: median(ratios), unit: 'x', note }
}

function skipped(what: string, library: string): Finding {
  return { what, value: Number.NaN, unit: 'x', note: `${library} is not installed` }
}
