import { join } from 'node:path'
import { importTask } from '../../src/main/agents/import-task.ts'
import { alignRows } from '../../src/main/features/condense/compute/align-rows.ts'
import {
  createConversation,
  reviseConversation,
  type Conversation,
} from '../../src/main/kernel/conversation.ts'
import { buildEffectiveHistory } from '../../src/main/kernel/history/build-effective-history.ts'
import { checkResult } from '../../src/main/kernel/history/invariants/check-result.ts'
import { splitHistory } from '../../src/main/kernel/history/split-parts.ts'
import { addCountsToRows, buildMessageRows } from '../../src/main/kernel/inspect/build-message-rows.ts'
import { createBulkCounter } from '../../src/main/kernel/tokens/bulk-counter.ts'
import { createCachingCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import { methods } from '../../src/main/methods/methods.ts'
import { reconstruct } from '../../src/main/record/reconstruct.ts'
import { deepFreeze } from '../../src/shared/kernel/json-values.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { atMost, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runMethodOn, tryMethodOn } from '../lib/run-method-on.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { timeOnce, workTimes } from '../lib/timing.ts'
import { writeTask } from '../lib/write-task.ts'

type Tasks = Readonly<Record<string, () => unknown>>

/** What the machine itself makes of ten times the data: caches and the garbage collector are no help to long lists. */
const yardstick = 'JSON.parse + JSON.stringify'

// Both are larger than the caches of a processor: a history that fits in them is read faster, and would make any
// walk over a larger one look as if it grew faster than the history.
const small = 5000
const large = 50_000
/** Calls of each at the least: there are sixty presets, of which some take seconds. */
const calls = 2
/** What takes longer on the small history is called once, in milliseconds: on the large one it takes seconds. */
const longMs = 100
/** What takes less on the small history reads no texts, in milliseconds. */
const readingMs = 2

/** Ten times the messages cost about ten times the time, for everything that walks a history. */
export const growth: Benchmark = {
  id: 'growth',
  title: `Growth: time on ${large.toLocaleString('en-US')} messages over time on ${small.toLocaleString('en-US')}`,
  measure: () =>
    inTemporaryFolder(async (folder) => {
      const few = await tasksFor(small, join(folder, 'few'))
      const many = await tasksFor(large, join(folder, 'many'))
      const others = makeHistory({ seed: 11, messages: 8000, linesPerFile: 37 })
      // What is read of a text is kept for some of them: of the small history for all, of the large one for none.
      const before = (): void => void splitHistory(others)
      const findings: Finding[] = []
      for (const [what, onFew] of Object.entries(few)) {
        const onMany = many[what]
        if (onMany === undefined) continue
        // The small one makes the code quick for both.
        const { ms } = await timeOnce(onFew)
        const iterations = ms > longMs ? 1 : calls
        // In pairs, so that whatever else the machine does meets both alike.
        const options = { iterations, isWarm: true, ...(ms > readingMs ? { before } : {}) }
        const times = await workTimes({ onFew, onMany }, options)
        findings.push(toFinding(what, times))
      }
      return findings
    }),
}

function toFinding(what: string, { onFew, onMany }: Readonly<Record<'onFew' | 'onMany', number>>): Finding {
  return {
    what,
    value: onMany / onFew,
    unit: 'x',
    ...(what === yardstick ? {} : { target: atMost(12) }),
    note: `${onFew.toFixed(2)} ms, then ${onMany.toFixed(1)} ms`,
  }
}

async function tasksFor(messages: number, folder: string): Promise<Tasks> {
  const history = deepFreeze(makeHistory({ seed: 10, messages, linesPerFile: 37 }))
  writeTask(folder, history)
  // Counts are known in both: not one of the large history is forgotten.
  const counter = createCachingCounter(await createBulkCounter(), Infinity)
  const conversation = createConversation(history, counter)
  const text = JSON.stringify(history)
  return {
    [yardstick]: () => JSON.stringify(JSON.parse(text)),
    import: () => importTask(folder),
    splitHistory: () => splitHistory(history),
    'createConversation, counts known': () => createConversation(history, counter),
    ...(await inspectionTasks(folder, conversation)),
    ...(await providerTasks(conversation)),
    ...(await resultTasks(conversation)),
  }
}

async function inspectionTasks(folder: string, conversation: Conversation): Promise<Tasks> {
  const { messages } = conversation
  const { usage } = await importTask(folder)
  const effective = buildEffectiveHistory(messages, null)
  const task = { messages, usage, hiddenRange: null }
  const rows = buildMessageRows(messages, effective)
  return {
    messageRows: () => buildMessageRows(messages, effective),
    countedRows: () => addCountsToRows(rows, conversation, [], conversation),
    calibrate: () => reconstruct(task, conversation).calibration,
  }
}

async function providerTasks(conversation: Conversation): Promise<Tasks> {
  const runs = methods.flatMap((provider) =>
    provider.presets.map((preset) => ({
      name: `${provider.id}, ${preset.id}`,
      run: () => tryMethodOn(provider, preset.settings, conversation),
    })),
  )
  // Once before the clock runs, so that the counter knows every text.
  for (const { run } of runs) await run()
  return Object.fromEntries(runs.map(({ name, run }) => [name, run]))
}

async function resultTasks(source: Conversation): Promise<Tasks> {
  const provider = methods.find(({ id }) => id === 'lossless')
  if (provider === undefined) throw new Error('the lossless provider is gone')
  const { conversation: result, provenance } = await runMethodOn(provider, {}, source)
  const check = { source: source.messages, provenance, keptFirst: 1, keptLast: 1 }
  const messages: readonly Message[] = result.messages
  return {
    alignRows: () => alignRows(source, result, provenance),
    checkResult: () => checkResult(messages, check),
    reviseConversation: () => reviseConversation(source, [...messages]),
  }
}
