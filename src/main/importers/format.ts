import type { TaskFormat } from '../../shared/domain/task.ts'
import type { ImportedTask } from './imported-task.ts'
import type { ParsedSource } from './parsed-source.ts'

/** One kind of recorded history. Both functions are pure: they look at what was gathered and touch no file. */
export type ImportFormat = Readonly<{
  id: TaskFormat
  /** Looks at the content; a file name alone decides nothing. */
  detect(source: ParsedSource): boolean
  /** Throws `ImportFailure` when no history can be read after all. */
  read(source: ParsedSource): ImportedTask
}>
