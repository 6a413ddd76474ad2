import { withDerivedCosts } from '../../../engine/pricing/derive-costs.ts'
import { toolPartsEra } from '../../../engine/history/tool-catalogue.ts'
import { effectiveHistory } from '../../../engine/history/effective-history.ts'
import { messageRows } from '../../../engine/inspect/message-rows.ts'
import { splitHistory } from '../../../engine/history/split-parts.ts'
import { ImportFailure } from '../../../importers/import-failure.ts'
import { importFiles, type DroppedFile } from '../../../importers/import-files.ts'
import { importTask } from '../../../importers/import-task.ts'
import type { ImportedTask } from '../../../importers/imported-task.ts'
import type { PackedJson } from '../../compression.ts'
import type { Job, JobFailure, Snapshot } from '../../job.ts'
import { packRows, type PackedRows } from '../../packed-rows.ts'
import { packSnapshot } from '../../packed-snapshot.ts'
import type { TextStyle } from '../../../../shared/domain/result-file.ts'
import type { ToolEra } from '../../../../shared/domain/task.ts'

export type ReadTaskInput =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'files'; readonly name: string; readonly files: readonly DroppedFile[] }

/**
 * An imported task without its messages, which travel packed, and so does the layout of its file: it has a number for
 * each token.
 */
export type ReadTask = Omit<ImportedTask, 'messages' | 'written' | 'result' | 'style'> & {
  readonly style: Omit<TextStyle, 'layout'>
  readonly source: PackedJson
  readonly era: ToolEra
  readonly messageCount: number
}

/** What is to be read, and whether somebody waits for its rows: read again from the store they would take as long once more. */
type ReadTaskJob = ReadTaskInput & { readonly hasRows?: boolean }

/** Reads a history from disk or from dropped files; damage is part of the answer, and so is a failure. */
export const readTask: Job<
  ReadTaskJob,
  { readonly task: ReadTask; readonly rows: PackedRows | null } | { readonly failure: JobFailure }
> = async (input) => {
  try {
    const imported =
      input.kind === 'path' ? await importTask(input.path) : await importFiles(input.name, input.files)
    const { messages, written, result: _result, style: wholeStyle, ...rest } = imported
    const { layout: _layout, ...style } = wholeStyle
    const { hiddenRange, contexts } = imported
    const snapshot: Snapshot = {
      messages,
      hiddenRange,
      ...(contexts === undefined ? {} : { contexts }),
      style: wholeStyle,
    }
    const parts = splitHistory(messages)
    const era = toolPartsEra(parts)
    const effective = effectiveHistory(messages, hiddenRange, contexts)
    const rows = input.hasRows === true ? packRows(messageRows(messages, effective, parts)) : null
    const usage = withDerivedCosts(imported.usage, new Date())
    const task = {
      ...rest,
      usage,
      style,
      source: await packSnapshot(snapshot, written),
      era,
      messageCount: messages.length,
    }
    return { task, rows }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    const { code, message, where, hint } = error
    return { failure: { code, message, where, hint } }
  }
}
