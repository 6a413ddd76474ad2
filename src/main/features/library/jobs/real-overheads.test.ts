import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withPlainTimes } from '../../../../shared/kernel/message.ts'
import { importTask } from '../../../agents/import-task.ts'
import { createBulkCounter } from '../../../kernel/tokens/bulk-counter.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { buildSentRequests } from '../../timeline/compute/build-sent-requests.ts'

const data = resolve(import.meta.dirname, '../../../../../../shared/data/claude-code')
const isPresent = existsSync(data)
const files = isPresent
  ? readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  : ['absent']

const counter = await createBulkCounter()

async function reconstructFile(file: string) {
  const { messages, usage, hiddenRange, contexts } = await importTask(join(data, file))
  const task = { messages: withPlainTimes(messages), usage, hiddenRange }
  return reconstruct(contexts === undefined ? task : { ...task, contexts }, { counter })
}

/** The smallest request of each model. */
function modelsLeast({ requests }: RecordedRun, inputs: readonly number[]): number[] {
  const sent = requests.filter(({ index }) => (inputs[index] ?? 0) > 0)
  return [...Map.groupBy(sent, ({ model }) => model.value).values()].map((own) =>
    Math.min(...own.map(({ index }) => inputs[index] ?? 0)),
  )
}

describe.skipIf(!isPresent)('the system prompt and tools of real sessions of Claude Code', () => {
  it.each(files)('of %s are no less than nothing and no more than a request', async (file) => {
    const run = await reconstructFile(file)
    const { requests, calibration, sizes } = run
    const inputs = requests.map(({ usage }) =>
      usage.value === null ? 0 : usage.value.input + usage.value.cacheReads + usage.value.cacheWrites,
    )
    const recorded = requests.filter(({ index }) => (inputs[index] ?? 0) > 0)
    const placed = recorded.filter(({ history }) => history.kind !== 'unknown')
    expect(placed.length).toBeGreaterThanOrEqual(0.95 * recorded.length)
    for (const { index } of placed) {
      const tokens = sizes.recorded.overheads.get(index)?.tokens ?? 0
      expect(tokens).toBeGreaterThanOrEqual(0)
      expect(tokens).toBeLessThanOrEqual(inputs[index] ?? 0)
    }
    if (calibration === null) return
    const { overhead } = buildSentRequests(run)
    expect(overhead?.tokens).toBeGreaterThanOrEqual(0)
    expect(overhead?.tokens).toBeLessThanOrEqual(Math.max(...modelsLeast(run, inputs)))
    expect(calibration.points).toBeGreaterThanOrEqual(0.95 * recorded.length)
    for (const { firstRequest, lastRequest, intercept } of calibration.stretches) {
      const own = inputs.slice(firstRequest, lastRequest + 1).filter((tokens) => tokens > 0)
      expect(intercept).toBeGreaterThanOrEqual(0)
      expect(intercept).toBeLessThanOrEqual(Math.min(...own))
    }
  })
})
