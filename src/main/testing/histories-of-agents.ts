import { resolve } from 'node:path'
import { deepFreeze } from '../../shared/kernel/json-values.ts'
import type { Message } from '../../shared/kernel/message.ts'
import { findTasks } from '../agents/find-tasks.ts'
import { importTask } from '../agents/import-task.ts'
import { createConversation, type Conversation } from '../kernel/conversation.ts'
import { buildEffectiveHistory } from '../kernel/history/build-effective-history.ts'
import { hasRealHistories } from '../kernel/testing/real-histories.ts'
import { roughCounter } from '../kernel/testing/run-on.ts'
import { isWholeRun } from '../kernel/testing/shares.ts'

const data = resolve(import.meta.dirname, '../../../../shared/data')

/** Agents whose histories lie in the folder: a few of each are taken, the longest first. */
const perAgent = 3

type OfAgent = readonly (readonly [path: string, conversation: Conversation])[]

/** What was read, split and counted once, as test files share their threads. */
let readBefore: Promise<readonly OfAgent[]> | undefined

/** The longest real histories of every agent, by their paths; none where the folder of them is not here. */
export async function historiesOfAgents(): Promise<ReadonlyMap<string, Conversation>> {
  return new Map((await (readBefore ??= readAll())).flat())
}

/**
 * One of the same for each agent, the first for turn 0, so that some turns in a row meet all of them. Every one of them
 * with `DEWPOINT_ALL_HISTORIES=1`.
 */
export async function historiesInTurn(turn: number): Promise<ReadonlyMap<string, Conversation>> {
  if (isWholeRun) return historiesOfAgents()
  const agents = await (readBefore ??= readAll())
  return new Map(
    agents.flatMap((own) => {
      const place = turn % own.length
      return own.slice(place, place + 1)
    }),
  )
}

async function readAll(): Promise<readonly OfAgent[]> {
  if (!hasRealHistories) return []
  const { paths } = await findTasks(data)
  const found: {
    readonly agent: string | null
    readonly path: string
    readonly messages: readonly Message[]
  }[] = []
  for (const path of paths) {
    try {
      const { agent, messages, hiddenRange, contexts } = await importTask(path)
      found.push({ agent, path, messages: buildEffectiveHistory(messages, hiddenRange, contexts).messages })
    } catch {
      // Files without a message are another test's.
    }
  }
  return [...Map.groupBy(found, ({ agent }) => agent).values()].map((own) => {
    const longest = own.toSorted((a, b) => b.messages.length - a.messages.length).slice(0, perAgent)
    return longest.map(({ path, messages }) => [
      path,
      deepFreeze(createConversation(deepFreeze(messages), roughCounter)),
    ])
  })
}
