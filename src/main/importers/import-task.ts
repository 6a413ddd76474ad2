import { gatherSource } from './gather-source.ts'
import { defaultImportLimits, type ImportLimits } from './import-limits.ts'
import { importSource } from './import-source.ts'
import type { ImportedTask } from './imported-task.ts'
import { realFileSystem } from './read-source-file.ts'

/**
 * Reads the task folder, message array or result file at an absolute path, without writing anything anywhere.
 * Damage is reported in `problems`; throws `ImportFailure` where no history can be read.
 */
export async function importTask(
  path: string,
  limits: ImportLimits = defaultImportLimits,
): Promise<ImportedTask> {
  return importSource(await gatherSource(path, { limits, files: realFileSystem }), limits)
}
