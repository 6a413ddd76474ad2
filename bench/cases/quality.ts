import {
  createConversation,
  sliceConversationEnd,
  reviseConversation,
} from '../../src/main/kernel/conversation.ts'
import { findSafeCuts } from '../../src/main/kernel/history/find-safe-cuts.ts'
import { createBulkCounter } from '../../src/main/kernel/tokens/bulk-counter.ts'
import { createCachingCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import { metrics } from '../../src/main/measure/metrics/metrics.ts'
import { createSubject } from '../../src/main/measure/metrics/subject.ts'
import { methods } from '../../src/main/methods/methods.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { sum } from '../../src/shared/kernel/numbers.ts'
import { compareToJson, type Benchmark } from '../lib/benchmark.ts'
import { realTasks } from '../lib/histories.ts'
import { makeHistory } from '../lib/make-history.ts'
import { tryMethodOn } from '../lib/run-method-on.ts'
import { timeJson, workOnce } from '../lib/timing.ts'

const variants = ['lossless', 'truncation', 'native', 'smart']
/** Shares of a task at which it is cut. */
const cuts = [0.5, 0.7, 0.9]
const measured = metrics.filter(({ group }) => group !== 'head-start')
/** Times the JSON of the task. */
const mostTimes = 60

/** All figures that ask no model, per checkpoint and variant; texts are read for the first time. */
export const quality: Benchmark = {
  id: 'quality',
  title: `${measured.length} model-free figures of ${variants.length} variants at ${cuts.length} checkpoints of a task`,
  measure: async () => {
    const made = [120, 600].map((messages) => makeHistory({ seed: messages, messages, linesPerFile: 120 }))
    const real = (await realTasks()).filter(({ length }) => length >= 20)
    await timeOf(makeHistory({ seed: 1, messages: 60, linesPerFile: 20 }))
    const times: { readonly messages: number; readonly ms: number; readonly jsonMs: number }[] = []
    for (const messages of [...made, ...real]) {
      const jsonMs = timeJson([JSON.stringify(messages)])
      times.push({ messages: messages.length, ms: await timeOf(messages), jsonMs })
    }
    const note = times.map(({ messages, ms }) => `${messages} messages: ${ms.toFixed(0)}`).join(', ')
    const all = { ms: sum(times.map(({ ms }) => ms)), jsonMs: sum(times.map(({ jsonMs }) => jsonMs)) }
    return [
      compareToJson({ what: 'a checkpoint and variant of each task', ...all, note }, mostTimes),
      { what: 'the slowest of them', value: Math.max(...times.map(({ ms }) => ms)), unit: 'ms' },
    ]
  },
}

/** Mean milliseconds of work for all figures of one variant at one checkpoint of a task. */
async function timeOf(messages: readonly Message[]): Promise<number> {
  const counter = createCachingCounter(await createBulkCounter())
  const whole = createConversation(messages, counter)
  const safe = findSafeCuts(messages)
  let total = 0
  for (const share of cuts) {
    const cut = safe.findLast((place) => place <= share * messages.length) ?? 0
    const source = createConversation(messages.slice(0, cut), counter)
    const continuation = sliceConversationEnd(whole, cut)
    for (const id of variants) {
      const provider = methods.find((one) => one.id === id)
      if (provider === undefined) throw new Error(`no provider is called ${id}`)
      const { condensed, summary } = await tryMethodOn(provider, {}, source)
      const provenance = condensed?.provenance ?? {
        messages: source.messages.map((_, index) => ({ sources: [index], changes: [] })),
        dropped: [],
      }
      const result = condensed === null ? source : reviseConversation(source, condensed.conversation.messages)
      const subject = createSubject({ source, result, provenance, continuation, stats: summary.stats })
      total += workOnce(() => measured.map((metric) => metric.measure(subject))).ms
    }
  }
  return total / (cuts.length * variants.length)
}
