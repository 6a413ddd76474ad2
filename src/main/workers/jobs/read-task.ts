import { effectiveHistory } from '../../engine/history/effective-history.ts'
import { messageRows } from '../../engine/inspect/message-rows.ts'
import { toolPartsEra } from '../../engine/inspect/tool-era.ts'
import { splitHistory } from '../../engine/history/split-parts.ts'
import { ImportFailure } from '../../importers/import-failure.ts'
import { importFiles, type DroppedFile } from '../../importers/import-files.ts'
import { importTask } from '../../importers/import-task.ts'
import type { ImportedTask } from '../../importers/imported-task.ts'
import type { PackedJson } from '../compression.ts'
import type { Job, JobFailure, Snapshot } from '../job.ts'
import { packSnapshot } from '../packed-snapshot.ts'
import type { MessageRow } from '../../../shared/domain/inspection.ts'
import type { ToolEra } from '../../../shared/domain/task.ts'

export type ReadTaskInput =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'files'; readonly name: string; readonly files: readonly DroppedFile[] }

/** An imported task without its messages, which travel packed. */
export type ReadTask = Omit<ImportedTask, 'messages' | 'result'> & {
  readonly source: PackedJson
  readonly era: ToolEra
  readonly messageCount: number
}

/** What is to be read, and whether somebody waits for its rows: read again from the store they would take as long once more. */
type ReadTaskJob = ReadTaskInput & { readonly hasRows?: boolean }

/** Reads a history from disk or from dropped files; damage is part of the answer, and so is a failure. */
export const readTask: Job<
  ReadTaskJob,
  { readonly task: ReadTask; readonly rows: readonly MessageRow[] | null } | { readonly failure: JobFailure }
> = async (input) => {
  try {
    const imported =
      input.kind === 'path' ? await importTask(input.path) : importFiles(input.name, input.files)
    const { messages, result: _result, ...rest } = imported
    const snapshot: Snapshot = { messages, hiddenRange: imported.hiddenRange, style: imported.style }
    const parts = splitHistory(messages)
    const era = toolPartsEra(parts)
    const effective = effectiveHistory(messages, imported.hiddenRange)
    const rows = input.hasRows === true ? messageRows(messages, effective, parts) : null
    const task = { ...rest, source: await packSnapshot(snapshot), era, messageCount: messages.length }
    return { task, rows }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    const { code, message, where, hint } = error
    return { failure: { code, message, where, hint } }
  }
}
