import { createConversation } from '../../src/main/kernel/conversation.ts'
import { buildEffectiveHistory } from '../../src/main/kernel/history/build-effective-history.ts'
import { addCountsToRows, buildMessageRows } from '../../src/main/kernel/inspect/build-message-rows.ts'
import { createBulkCounter } from '../../src/main/kernel/tokens/bulk-counter.ts'
import { createCachingCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import { metrics } from '../../src/main/measure/metrics/metrics.ts'
import { createSubject } from '../../src/main/measure/metrics/subject.ts'
import { findMethod } from '../../src/main/methods/methods.ts'
import { runMethod } from '../../src/main/methods/run-method.ts'
import { createExtractiveModel } from '../../src/main/platform/llm/extractive/extractive-model.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { benchOptions } from '../lib/bench-options.ts'
import { atMost, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { hostileTexts } from '../lib/hostile-texts.ts'
import { workedMs } from '../lib/timing.ts'

const megabyte = 1_000_000
/** What is measured of each, by the pieces that the texts repeat: one for each way of reading them. */
const kinds = [
  '<args><file><path>a</path>',
  '<environment_details>',
  '<own_tool_#><a>',
  '\n<file><path>a</path>',
  '<thinking>',
  '"',
  '\\"',
  '/',
  'a/b.c/',
  ' ',
  '\n',
  '`',
  '```\n',
  '{"a":',
  '1',
  'a',
  'e.g. A ',
  '<files ',
  "<<'A' ",
]
const providerIds = ['lossless', 'truncation', 'native', 'smart']

/** Texts as nobody writes them cost what others of their size cost: no reading goes through the rest for each piece. */
export const hostile: Benchmark = {
  id: 'hostile',
  title: 'Hostile texts: splitting, counting, four providers and all figures on 4 MB over the same on 1 MB',
  measure: async () => {
    const findings: Finding[] = []
    for (const kind of kinds) {
      const text = hostileTexts.find(({ name }) => name.startsWith(`${JSON.stringify(kind)} `))
      if (text === undefined) throw new Error(`no hostile text repeats ${JSON.stringify(kind)}`)
      // Once on a small one, so that the code is compiled.
      await workOn(historyOf(text.make, megabyte / 20))
      const ms: number[] = []
      for (const size of [1, 2, 4]) ms.push(await timeOf(historyOf(text.make, size * megabyte)))
      const [one = Number.NaN, two = Number.NaN, four = Number.NaN] = ms
      findings.push({
        what: JSON.stringify(kind),
        value: four / one,
        unit: 'x',
        target: atMost(4.5),
        note: `${one.toFixed(0)} ms, 2 MB ${two.toFixed(0)} ms, 4 MB ${four.toFixed(0)} ms`,
      })
    }
    return findings
  },
}

async function timeOf(messages: readonly Message[]): Promise<number> {
  const start = workedMs()
  await workOn(messages)
  return workedMs() - start
}

let histories = 0

/** A task in which everybody writes the text; each is another one, for what was read of a text is remembered. */
function historyOf(make: (chars: number) => string, chars: number): readonly Message[] {
  histories += 1
  const text = `${make(Math.round(chars / 6))}\n${histories}`
  const call = { type: 'tool_use', id: 'call', name: 'write_to_file', input: { path: 'b.ts', content: text } }
  const contents = [
    [{ type: 'text', text: `<task>\n${text}\n</task>` }],
    [{ type: 'text', text }],
    [{ type: 'text', text: `[read_file for 'a.ts'] Result:\n${text}` }],
    [{ type: 'text', text: `<execute_command>\n<command>${text}</command>\n</execute_command>` }],
    [{ type: 'text', text: '[execute_command] Result:\nok' }],
    [{ type: 'text', text: 'I write it.' }, call],
    [{ type: 'tool_result', tool_use_id: 'call', content: text }],
    ...Array.from({ length: 8 }, (_, index) => [{ type: 'text', text: `Step ${index} is done.` }]),
  ]
  return contents.map((content, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content,
    ts: 1_760_000_000_000 + index * 9000,
  }))
}

async function workOn(messages: readonly Message[]): Promise<void> {
  const counter = createCachingCounter(await createBulkCounter())
  const source = createConversation(messages, counter)
  addCountsToRows(buildMessageRows(messages, buildEffectiveHistory(messages, null)), source, [], source)
  for (const id of providerIds) {
    const provider = findMethod(id)
    const settings = provider?.presets[0]?.settings
    if (provider === undefined) throw new Error(`no provider is called ${id}`)
    const model = createExtractiveModel(counter)
    const { condensed, summary } = await runMethod(benchOptions(provider, settings, source, model))
    if (condensed === null) continue
    const { conversation: result, provenance } = condensed
    const { stats } = summary
    const subject = createSubject({ source, result, provenance, continuation: null, stats })
    for (const { measure } of metrics) measure(subject)
  }
}
