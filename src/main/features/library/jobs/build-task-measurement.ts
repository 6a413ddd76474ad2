import { z } from 'zod'
import type { RecordedTotals } from '../../../../shared/kernel/usage.ts'
import type { Violation } from '../../../../shared/kernel/violation.ts'
import {
  inspectionSchema,
  messageRowSchema,
  type Calibration,
  type Inspection,
  type MessageRow,
  type TokensByKind,
} from '../../../../shared/library/inspection-types.ts'
import type { ImportProblem } from '../../../../shared/library/task-types.ts'
import { packBytes, unpackText, type PackedJson } from '../../../platform/workers/compression.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { packRows, type PackedRows } from '../../../platform/workers/packed-rows.ts'

/** All figures of a task that follow from its history and its recorded usage. */
export type TaskFigures = {
  readonly counterId: string
  readonly messages: { readonly total: number; readonly effective: number; readonly hidden: number }
  readonly totalTokens: number
  readonly byKind: TokensByKind
  readonly calibration: Calibration | null
  readonly duplicates: { readonly fileReads: number; readonly toolResults: number; readonly tokens: number }
  readonly validity: readonly Violation[]
  readonly recorded: RecordedTotals
  readonly rows: readonly MessageRow[]
}

/** What an inspection says of the task itself. */
export type MeasuredTask = {
  readonly id: string
  readonly format: string
  readonly path: string
  readonly title: string
  readonly problems: readonly ImportProblem[]
}

/** What is shown of a task once it is counted. */
export type TaskMeasurement = { readonly inspection: Inspection; readonly rows: readonly MessageRow[] }

/** The same as it leaves a thread. */
export type OpenMeasurement = { readonly inspection: Inspection; readonly rows: PackedRows }

const measurementSchema = z.object({ inspection: inspectionSchema, rows: z.array(messageRowSchema) })

/** Opens what was kept of a task. */
export const openMeasurement: Job<{ readonly bytes: Uint8Array }, OpenMeasurement> = async ({ bytes }) => {
  const { inspection, rows } = measurementSchema.parse(JSON.parse(unpackText(bytes)))
  return { inspection, rows: packRows(rows) }
}

/**
 * Packs a task with its rows for those who look at it, and for the store. Rows are written once for both: there may be a
 * million of them.
 */
export function packMeasurement({ inspection, rows }: TaskMeasurement): {
  readonly rows: PackedRows
  readonly measurement: PackedJson
} {
  const packed = packRows(rows)
  const pieces = packed.pages.flatMap(({ json }, place) => [
    Buffer.from(place === 0 || json.length === 2 ? '' : ','),
    // Each page is a list.
    json.subarray(1, -1),
  ])
  const head = Buffer.from(`{"inspection":${JSON.stringify(inspection)},"rows":[`)
  return { rows: packed, measurement: packBytes(Buffer.concat([head, ...pieces, Buffer.from(']}')])) }
}

/** Puts the figures of a task together with what is known of it. */
export function buildTaskMeasurement(task: MeasuredTask, figures: TaskFigures): TaskMeasurement {
  const { id, format, path, title, problems } = task
  return {
    inspection: {
      task: { id, format, path, ...(title === '' ? {} : { title }) },
      messages: figures.messages,
      tokens: { total: figures.totalTokens, byKind: figures.byKind, counter: figures.counterId },
      calibration: figures.calibration,
      duplicates: figures.duplicates,
      validity: [...figures.validity],
      recorded: figures.recorded,
      problems: [...problems],
    },
    rows: figures.rows,
  }
}
