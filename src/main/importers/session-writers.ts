import { claudeCodeWriter } from './claude-code/write-session.ts'
import { clineSdkWriter } from './cline-sdk/write-session.ts'
import { openCodeWriter } from './opencode/write-session.ts'
import { clineTaskWriter, rooTaskWriter } from './roo/write-task.ts'
import type { SessionWriter } from './session-writer.ts'

/** Every agent whose sessions can be written, by the format that its own are read as. */
export const sessionWriters: readonly SessionWriter[] = [
  claudeCodeWriter,
  openCodeWriter,
  clineSdkWriter,
  rooTaskWriter,
  clineTaskWriter,
]
