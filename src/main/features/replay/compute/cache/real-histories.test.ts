import { describe, expect, it } from 'vitest'
import { cacheAuditSchema, type CacheAudit } from '../../../../../shared/replay/cache-audit-types.ts'
import { importTask } from '../../../../agents/import-task.ts'
import type { ImportedTask } from '../../../../agents/imported-task.ts'
import { findPrices } from '../../../../kernel/pricing/find-prices.ts'
import {
  hasRealHistories,
  realSessionPaths,
  realTaskPaths,
} from '../../../../kernel/testing/real-histories.ts'
import { sharedCounter } from '../../../../kernel/testing/shared-counter.ts'
import { lightenMessage } from '../../../../platform/files/text-shelf.ts'
import { reconstruct } from '../../../../record/reconstruct.ts'
import { prepareReplay } from '../prepare-replay.ts'
import { replayRecorded } from '../replay-recorded.ts'
import { auditRecorded } from './audit-recorded.ts'

const counter = await sharedCounter()

const audit = async (path: string) => auditTask(await importTask(path))

function auditTask(task: ImportedTask) {
  const run = reconstruct(task, {
    counter,
    findKnownPrices: (models) =>
      models.flatMap((model) => {
        const found = findPrices(model)
        return found === null ? [] : [{ ...found, recordedAs: model }]
      }),
  })
  const prepared = prepareReplay(run, counter, 'record')
  return { prepared, recorded: auditRecorded(run, prepared) }
}

function expectAddedUp({ paid, breaks, byCause, tokens }: CacheAudit): void {
  expect(paid.newContent + paid.firstRequest + paid.rewritten + paid.unexplained).toBe(paid.total)
  for (const part of [paid.newContent, paid.firstRequest, paid.rewritten, paid.unexplained])
    expect(part).toBeGreaterThanOrEqual(0)
  expect(paid.rewritten + paid.unexplained).toBe(tokens)
  const sums = Object.values(byCause)
  expect(sums.reduce((sum, one) => sum + one.n, 0)).toBe(breaks.length)
  expect(sums.reduce((sum, one) => sum + one.tokens, 0)).toBe(tokens)
}

describe.skipIf(!hasRealHistories)('caches of real histories', () => {
  it.each(realTaskPaths())('%s add up, as recorded and as played', async (path) => {
    const { prepared, recorded } = await audit(path)
    expect(() => cacheAuditSchema.parse(recorded)).not.toThrow()
    expectAddedUp(recorded)
    const { cache } = replayRecorded(prepared)
    if (cache !== undefined) expectAddedUp(cache)
  })

  it('are the same where the texts of a session are kept packed', async () => {
    for (const path of realSessionPaths('claude-code', 'entireio').slice(0, 6)) {
      const task = await importTask(path)
      const packed = { ...task, messages: task.messages.map(lightenMessage) }
      expect(auditTask(packed).recorded).toEqual(auditTask(task).recorded)
    }
  })

  it('are explained for nine of ten tokens that sessions of Claude Code wrote', async () => {
    let [written, unexplained] = [0, 0]
    for (const path of realSessionPaths('claude-code', 'entireio')) {
      const { recorded } = await audit(path)
      expectAddedUp(recorded)
      written += recorded.paid.written5m + recorded.paid.written1h
      unexplained += recorded.paid.unexplained
    }
    expect(written).toBeGreaterThan(0)
    expect(1 - unexplained / written).toBeGreaterThan(0.9)
  })
})
