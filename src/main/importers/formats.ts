import { claudeCode } from './claude-code/claude-code.ts'
import { clineSdk } from './cline-sdk/cline-sdk.ts'
import { dewpointResult } from './dewpoint-result/dewpoint-result.ts'
import type { ImportFormat } from './format.ts'
import { messageArray } from './message-array/message-array.ts'
import { pi } from './pi/pi.ts'
import { clineTask } from './roo/cline-task.ts'
import { rooTask } from './roo/roo-task.ts'

/** Every format that can be read; the first one that recognises a source reads it, so the narrow ones come first. */
export const formats: readonly ImportFormat[] = [
  clineTask,
  rooTask,
  dewpointResult,
  pi,
  clineSdk,
  claudeCode,
  messageArray,
]
