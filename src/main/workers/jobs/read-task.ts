import { toolPartsEra } from '../../engine/inspect/tool-era.ts'
import { splitHistory } from '../../engine/history/split-parts.ts'
import { ImportFailure } from '../../importers/import-failure.ts'
import { importFiles, type DroppedFile } from '../../importers/import-files.ts'
import { importTask } from '../../importers/import-task.ts'
import type { ImportedTask } from '../../importers/imported-task.ts'
import type { PackedJson } from '../compression.ts'
import type { Job, JobFailure, Snapshot } from '../job.ts'
import { packSnapshot } from '../packed-snapshot.ts'
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

/** Reads a history from disk or from dropped files; damage is part of the answer, and so is a failure. */
export const readTask: Job<
  ReadTaskInput,
  { readonly task: ReadTask } | { readonly failure: JobFailure }
> = async (input) => {
  try {
    const imported =
      input.kind === 'path' ? await importTask(input.path) : importFiles(input.name, input.files)
    const { messages, result: _result, ...rest } = imported
    const snapshot: Snapshot = { messages, hiddenRange: imported.hiddenRange, style: imported.style }
    const era = toolPartsEra(splitHistory(messages))
    return { task: { ...rest, source: await packSnapshot(snapshot), era, messageCount: messages.length } }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    const { code, message, where, hint } = error
    return { failure: { code, message, where, hint } }
  }
}
