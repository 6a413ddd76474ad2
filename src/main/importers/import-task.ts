import type { ImportedTask } from './imported-task.ts'
import { defaultImportLimits, type ImportLimits } from './import-limits.ts'

/**
 * Reads the task folder, message array or result file at an absolute path, without writing anything anywhere.
 * Damage is reported in `problems`; throws `ImportFailure` where no history can be read.
 */
export async function importTask(
  path: string,
  limits: ImportLimits = defaultImportLimits,
): Promise<ImportedTask> {
  throw new Error(`not written yet: ${path} ${limits.depth}`)
}
