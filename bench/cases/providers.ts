import { createConversation } from '../../src/main/kernel/conversation.ts'
import { createBulkCounter } from '../../src/main/kernel/tokens/bulk-counter.ts'
import { createCachingCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import { methods } from '../../src/main/methods/methods.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { atMost, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { realMessages, standardHistory } from '../lib/histories.ts'
import { charsOf } from '../lib/make-history.ts'
import { runMethodOn } from '../lib/run-method-on.ts'
import { workTimes } from '../lib/timing.ts'

/** How many times `JSON.parse` and `JSON.stringify` of the same data a run may take. */
const limits: Readonly<Record<string, number>> = { lossless: 5, truncation: 2, smart: 10 }

/** Every preset of one provider, counting excluded, as a multiple of parsing and writing the same data. */
export function providerBenchmark(providerId: string): Benchmark {
  return {
    id: providerId,
    title: `${providerId}: a whole run against JSON.parse + JSON.stringify, counting excluded`,
    measure: async () => {
      const made = await measureOn('made history', standardHistory(), providerId)
      const real = await realMessages()
      return real.length === 0 ? made : [...made, ...(await measureOn('real tasks', real, providerId))]
    },
  }
}

async function measureOn(
  name: string,
  messages: readonly Message[],
  providerId: string,
): Promise<readonly Finding[]> {
  const provider = methods.find(({ id }) => id === providerId)
  if (provider === undefined) throw new Error(`no provider is called ${providerId}`)
  const counter = createCachingCounter(await createBulkCounter())
  const conversation = createConversation(messages, counter)
  const text = JSON.stringify(messages)
  const limit = limits[providerId]
  const size = `${messages.length.toLocaleString('en-US')} messages, ${(charsOf(messages) / 1e6).toFixed(1)} M characters`
  const findings: Finding[] = []
  for (const { id, settings } of provider.presets) {
    // The first run leaves every text that it counts in the cache of the counter.
    const { summary } = await runMethodOn(provider, settings, conversation)
    const times = await workTimes({
      json: () => JSON.stringify(JSON.parse(text)),
      run: () => runMethodOn(provider, settings, conversation),
    })
    findings.push({
      what: `${name}, ${id}`,
      value: times.run / times.json,
      unit: 'x',
      ...(limit === undefined ? {} : { target: atMost(limit) }),
      note: `${times.run.toFixed(0)} ms against ${times.json.toFixed(0)} ms; saves ${summary.stats.reductionPercent.toFixed(0)} %; ${size}`,
    })
  }
  return findings
}
