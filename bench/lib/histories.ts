import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { importTask } from '../../src/main/agents/import-task.ts'
import { deepFreeze } from '../../src/shared/kernel/json-values.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { makeHistory } from './make-history.ts'

/** The history that most figures are about: 4,257 messages with 5.8 million characters. */
export function standardHistory(): readonly Message[] {
  return deepFreeze(makeHistory({ seed: 4257, messages: 4257, linesPerFile: 40 }))
}

/** Roo tasks, each in a folder of its own. */
const realFolder =
  process.env['DEWPOINT_TASKS'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'roo-task')

/** Messages of each real task; none where their folder does not lie beside the checkout. */
export async function realTasks(): Promise<readonly (readonly Message[])[]> {
  if (!existsSync(realFolder)) return []
  const names = readdirSync(realFolder).toSorted()
  const tasks = await Promise.all(names.map((name) => importTask(join(realFolder, name))))
  return deepFreeze(tasks.map(({ messages }) => messages))
}

/** The same one after another. */
export async function realMessages(): Promise<readonly Message[]> {
  return deepFreeze((await realTasks()).flat())
}

/** 50 MB in 10,000 messages. */
export function largeHistory(): readonly Message[] {
  return makeHistory({ seed: 50, messages: 10_000, linesPerFile: 226 })
}
