import type { TaskFormat } from '../../shared/library/task-types.ts'
import { claudeCodeWriter } from './claude-code/write-session.ts'
import { clineSdkWriter } from './cline-sdk/write-session.ts'
import { codexWriter } from './codex/write-session.ts'
import { geminiCliWriter } from './gemini-cli/write-session.ts'
import { openCodeWriter } from './opencode/write-session.ts'
import { piWriter } from './pi/write-session.ts'
import { qwenCodeWriter } from './qwen-code/write-session.ts'
import { clineTaskWriter, rooTaskWriter } from './roo/write-task.ts'
import type { SessionWriter } from './session-writer.ts'

/** Every agent whose sessions can be written, by the format that its own are read as. */
export const sessionWriters: readonly SessionWriter[] = [
  claudeCodeWriter,
  codexWriter,
  geminiCliWriter,
  qwenCodeWriter,
  piWriter,
  openCodeWriter,
  clineSdkWriter,
  rooTaskWriter,
  clineTaskWriter,
]

/** The writer for a task; null where there is none, or where its agent does not go on with what that writes. */
export function findSessionWriter(task: {
  format: TaskFormat | null
  agent: string | null
}): SessionWriter | null {
  // Early chats of Qwen Code are of the form of Gemini CLI, which alone would take a copy.
  if (task.format === geminiCliWriter.format && task.agent === 'qwen-code') return null
  return sessionWriters.find(({ format }) => format === task.format) ?? null
}
