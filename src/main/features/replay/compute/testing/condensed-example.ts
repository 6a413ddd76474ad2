import type { Message } from '../../../../../shared/kernel/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../../../shared/kernel/usage.ts'
import type { RecordedTask } from '../../../../record/recorded-task.ts'
import type { AgentRecord } from '../agent/find-first-condensation.ts'
import { measureContextSizes } from '../agent/measure-context-sizes.ts'
import { prepareExample, reconstructExample } from './prepare-example.ts'
import { exampleTask, makeUniqueMessage } from './replay-example.ts'

/** The example of six requests, nothing condensed. */
export const { messages, usage } = exampleTask(6)
const summary: Message = { ...makeUniqueMessage('user', 600, 'summary'), isSummary: true, condenseId: 'c' }
/** Time of a recorded request. */
export const computeRequestStart = (request: number): number => usage.requests[request]?.ts ?? 0

/** What the requests from 3 on recorded once the agent had condensed before request 3. */
const after = [3500, 4500, 5500]
export const requests = (more: (index: number) => Partial<RequestUsage> = () => ({})): RequestUsage[] =>
  usage.requests.map((request, index) => {
    const context = after[index - 3]
    const own = context === undefined ? {} : { cacheReads: 2000, cacheWrites: context - 2000 }
    return { ...request, modelId: 'small', ...own, ...more(index) }
  })

type Condensation = RecordedUsage['condensations'][number]
/** Current Roo: what is condensed stays in the file behind tags. Before request 3 stood 9,000 tokens. */
export function tagged(
  condensation: Condensation,
  more?: (index: number) => Partial<RequestUsage>,
): RecordedTask {
  const hidden = messages.slice(0, 6).map((message) => ({ ...message, condenseParent: 'c' }))
  return {
    messages: [...hidden, summary, ...messages.slice(6)],
    usage: { requests: requests(more), condensations: [{ condenseId: 'c', ...condensation }] },
    hiddenRange: null,
  }
}

/** Classic Roo: what is condensed is gone. */
export function deleted(condensation: Condensation): RecordedTask {
  const { condenseId: _id, ...written } = summary
  return {
    messages: [messages[0]!, { ...written, role: 'assistant' }, ...messages.slice(5)],
    usage: { requests: requests(), condensations: [condensation] },
    hiddenRange: null,
  }
}

/** The calculation by hand of `docs/replay.md`, condensed by the agent itself and recorded as it would have been. */
export function condensedByHand(costUsd: number | undefined): RecordedTask {
  const own = exampleTask()
  const { hiddenRange } = own
  const ts = computeRequestStart(3) + 1
  const written = { ...summary, ts }
  const hidden = own.messages.slice(0, 6).map((message) => ({ ...message, condenseParent: 'c' }))
  const contexts = [3500, 4500, 5500, 6500, 7500]
  const costs = [0.007725, 0.0063, 0.0066, 0.0069, 0.0072]
  const requests = own.usage.requests.map((request, index) => {
    const [context, before] = [contexts[index - 3], contexts[index - 4] ?? 2000]
    if (context === undefined) return request
    return { ...request, cacheReads: before, cacheWrites: context - before, costUsd: costs[index - 3] }
  })
  const condensations = [{ ts, condenseId: 'c', ...(costUsd === undefined ? {} : { costUsd }) }]
  return {
    messages: [...hidden, written, ...own.messages.slice(6)],
    usage: { requests, condensations },
    hiddenRange,
  }
}

/** What condensations of a recorded task are held against. */
export function study(task: RecordedTask): AgentRecord {
  const run = reconstructExample(task)
  const prepared = prepareExample(task)
  return { task: prepared, run, sizes: measureContextSizes(prepared, run) }
}
