import type { ImportedTask } from './imported-task.ts'
import { defaultImportLimits, type ImportLimits } from './import-limits.ts'

/** A file whose content somebody dropped on a window; `name` may carry folders. */
export type DroppedFile = Readonly<{ name: string; text: string }>

/** Like `importTask`, for files whose texts are at hand. `name` is what the drop was called. */
export function importFiles(
  name: string,
  files: readonly DroppedFile[],
  limits: ImportLimits = defaultImportLimits,
): ImportedTask {
  throw new Error(`not written yet: ${name} ${files.length} ${limits.depth}`)
}
