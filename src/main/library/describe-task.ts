import { basename, join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../shared/lib/parse-json.ts'
import { agentOfPath } from '../importers/details/agent-of-path.ts'
import { readSidecars } from '../importers/details/task-sidecars.ts'
import { taskTitle } from '../importers/details/task-title.ts'
import { taskFiles } from '../files/task-files.ts'
import type { FoundTask } from '../store/records.ts'
import { firstText } from './first-text.ts'
import { readHead } from './read-head.ts'
import type { TaskStamp } from './stamp-task.ts'
import { taskId } from './task-id.ts'

/** Of a chat record or a history only this much is read: its first message says what the task is about. */
const headBytes = 16 * 1024
/** Files beside a history are small; one that is larger than this is none of them. */
const sidecarBytes = 256 * 1024

const costSchema = z.object({ totalCost: z.number().nonnegative() })

/** A task as its small files and the beginnings of its large ones show it; damage is no reason to leave it out. */
export async function describeTask(path: string, stamp: TaskStamp): Promise<FoundTask> {
  const head = async (name: string, bytes: number): Promise<string | null> =>
    stamp.names.includes(name) ? readHead(join(path, name), bytes) : null
  const json = async (name: string): Promise<unknown> => parseOrNull(await head(name, sidecarBytes))
  const item = await json(taskFiles.historyItem)
  const sidecars = readSidecars(item, await json(taskFiles.metadata))
  const title = sidecars.title ?? (await firstRequest(path, stamp))
  return {
    id: taskId(path),
    path,
    stamp: stamp.stamp,
    sizeBytes: stamp.sizeBytes,
    title: taskTitle(null, [{ role: 'user', content: title }], basename(path)),
    agent: agentOfPath(path),
    model: sidecars.model,
    workspace: sidecars.workspace,
    costUsd: costSchema.safeParse(item).data?.totalCost ?? null,
    lastActivityTs: sidecars.ts ?? stamp.changedTs,
  }
}

/** The chat record begins with the words of the person; a history may begin with what the agent wrapped them in. */
async function firstRequest(path: string, { names }: TaskStamp): Promise<string> {
  const candidates = [taskFiles.chatRecord, taskFiles.history, taskFiles.legacy].filter((name) =>
    names.includes(name),
  )
  const places = candidates.length > 0 ? candidates.map((name) => join(path, name)) : [path]
  for (const place of places) {
    const head = await readHead(place, headBytes)
    const text = head === null ? '' : firstText(head)
    if (text.trim() !== '') return text
  }
  return ''
}

function parseOrNull(text: string | null): unknown {
  if (text === null) return null
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
