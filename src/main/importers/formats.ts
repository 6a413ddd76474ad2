import type { ImportFormat } from './format.ts'
import { clineTask } from './formats/cline-task.ts'
import { dewpointResult } from './formats/dewpoint-result.ts'
import { messageArray } from './formats/message-array.ts'
import { rooTask } from './formats/roo-task.ts'

/** Every format that can be read; the first one that recognises a source reads it, so the narrow ones come first. */
export const formats: readonly ImportFormat[] = [clineTask, rooTask, dewpointResult, messageArray]
