import { claudeCodeWriter } from './claude-code/write-session.ts'
import type { SessionWriter } from './session-writer.ts'

/** Every agent whose sessions can be written, by the format that its own are read as. */
export const sessionWriters: readonly SessionWriter[] = [claudeCodeWriter]
