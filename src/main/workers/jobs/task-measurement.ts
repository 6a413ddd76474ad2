import type { Inspection, MessageRow } from '../../../shared/domain/inspection.ts'
import type { ImportProblem } from '../../../shared/domain/task.ts'
import type { TaskFigures } from './inspect-task.ts'

/** What an inspection says of the task itself. */
export type MeasuredTask = {
  readonly id: string
  readonly format: string
  readonly path: string
  readonly title: string
  readonly problems: readonly ImportProblem[]
}

/** What is shown of a task once it is counted. */
export type TaskMeasurement = { readonly inspection: Inspection; readonly rows: MessageRow[] }

/** Puts the figures of a task together with what is known of it. */
export function taskMeasurement(task: MeasuredTask, figures: TaskFigures): TaskMeasurement {
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
    rows: [...figures.rows],
  }
}
