import { resolve } from 'node:path'
import type { Message } from '../../../shared/domain/message.ts'
import { deepFreeze } from '../../../shared/lib/json-values.ts'
import { createConversation, type Conversation } from '../../engine/conversation.ts'
import { effectiveHistory } from '../../engine/history/effective-history.ts'
import { hasRealHistories } from '../../engine/testing/real-histories.ts'
import { roughCounter } from '../../engine/testing/run-on.ts'
import { findTasks } from '../../importers/find-tasks.ts'
import { importTask } from '../../importers/import-task.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data')

/** Agents whose histories lie in the folder: a few of each are taken, the longest first. */
const perAgent = 3

/** The longest real histories of every agent, by their paths; none where the folder of them is not here. */
export async function historiesOfAgents(): Promise<ReadonlyMap<string, Conversation>> {
  const histories = new Map<string, Conversation>()
  if (!hasRealHistories) return histories
  const { paths } = await findTasks(data)
  const found: {
    readonly agent: string | null
    readonly path: string
    readonly messages: readonly Message[]
  }[] = []
  for (const path of paths) {
    try {
      const { agent, messages, hiddenRange, contexts } = await importTask(path)
      found.push({ agent, path, messages: effectiveHistory(messages, hiddenRange, contexts).messages })
    } catch {
      // Files without a message are another test's.
    }
  }
  for (const own of Map.groupBy(found, ({ agent }) => agent).values()) {
    const longest = own.toSorted((a, b) => b.messages.length - a.messages.length).slice(0, perAgent)
    for (const { path, messages } of longest)
      histories.set(path, deepFreeze(createConversation(deepFreeze(messages), roughCounter)))
  }
  return histories
}
