import { expect, it } from 'vitest'
import type { MessageRow } from '../../../../shared/library/inspection-types.ts'
import { computeSha256 } from '../../../platform/files/compute-sha256.ts'
import { unpackText } from '../../../platform/workers/compression.ts'
import { packRows } from '../../../platform/workers/packed-rows.ts'
import { packMeasurement, buildTaskMeasurement } from './build-task-measurement.ts'

const rowOf = (index: number): MessageRow => ({
  index,
  effectiveIndex: index,
  role: 'user',
  ts: null,
  kinds: ['user-text'],
  toolNames: [],
  paths: [],
  preview: 'Ä“\n😀',
  chars: 1,
  tokens: 1,
  flags: [],
})
const task = { id: 't', format: 'f', path: '/p', title: 'Ö', problems: [] }
const figures = {
  counterId: 'c',
  messages: { total: 1, effective: 1, hidden: 0 },
  totalTokens: 1,
  byKind: {} as never,
  calibration: null,
  duplicates: { fileReads: 0, toolResults: 0, tokens: 0 },
  validity: [],
  recorded: {} as never,
}

it.each([0, 1, 500, 501, 1000, 1001])('packs the same of a task with %i rows as its JSON', (count) => {
  const rows = Array.from({ length: count }, (_, index) => rowOf(index))
  const measurement = buildTaskMeasurement(task, { ...figures, rows })
  const packed = packMeasurement(measurement)
  const text = JSON.stringify(measurement)
  expect(unpackText(packed.measurement.bytes)).toBe(text)
  expect(packed.measurement.hash).toBe(computeSha256(text))
  expect(packed.rows).toEqual(packRows(rows))
})

it('writes each row once, for the page and for the store', () => {
  const reads = [0, 0, 0]
  const rows = reads.map((_, index) =>
    Object.defineProperty(rowOf(index), 'preview', {
      enumerable: true,
      get: () => {
        reads[index]! += 1
        return ''
      },
    }),
  )
  packMeasurement(buildTaskMeasurement(task, { ...figures, rows }))
  expect(reads).toEqual([1, 1, 1])
})
