import { basename, join } from 'node:path'
import { z } from 'zod'
import { parseJsonOrNull } from '../../../../../shared/kernel/json-values.ts'
import { buildTaskPath } from '../../../../../shared/library/build-task-path.ts'
import type { Agent, SessionHead } from '../../../../agents/agent.ts'
import { buildSessionKey } from '../../../../agents/build-session-key.ts'
import { detectAgentByPath } from '../../../../agents/details/detect-agent-by-path.ts'
import { pickTaskTitle } from '../../../../agents/details/pick-task-title.ts'
import type { RecognisedFile } from '../../../../agents/recognise-file.ts'
import { rooTask } from '../../../../agents/roo/roo-task.ts'
import { readSidecars } from '../../../../agents/roo/task-sidecars.ts'
import { readStart } from '../../../../platform/files/read-file.ts'
import { taskFiles } from '../../../../platform/files/task-files.ts'
import type { FoundTask } from '../../../../platform/store/records.ts'
import { findFirstText, isOfAgent } from './find-first-text.ts'
import type { TaskStamp } from './stamp-task.ts'
import { buildTaskId } from './task-places.ts'

/** Of a chat record or a history only this much is read: its first message says what the task is about. */
const headBytes = 16 * 1024

/** So much where that holds nothing but what the agent wrote: Codex begins with many pages of its own. */
const longHeadBytes = 96 * 1024

/** Files beside a history are small; one that is larger than this is none of them. */
const sidecarBytes = 256 * 1024

const costSchema = z.object({ totalCost: z.number().nonnegative() })

/** A session in a file that holds several, as the list of them shows it. */
export function describeSession(
  file: string,
  { key, title, lastActivityTs }: SessionHead,
  { stamp, sizeBytes, changedTs }: TaskStamp,
  format: Agent,
): FoundTask {
  const path = buildTaskPath(file, key)
  return {
    id: buildTaskId(path),
    path,
    stamp,
    sizeBytes,
    title: pickTaskTitle(title, [], key),
    agent: format.agent ?? format.id,
    model: null,
    workspace: null,
    costUsd: null,
    lastActivityTs: lastActivityTs ?? changedTs,
    sessionKey: buildSessionKey(format, { path: file, session: key, head: null }),
    changedTs,
  }
}

/** A task as its small files and the beginnings of its large ones show it; damage is no reason to leave it out. */
export async function describeTask(
  path: string,
  stamp: TaskStamp,
  recognised: RecognisedFile | null,
): Promise<FoundTask> {
  const readStampedHead = async (name: string, bytes: number): Promise<string | null> =>
    stamp.names.includes(name) ? readHead(join(path, name), bytes) : null
  const readJsonHead = async (name: string): Promise<unknown> =>
    parseJsonOrNull((await readStampedHead(name, sidecarBytes)) ?? '')
  const item = await readJsonHead(taskFiles.historyItem)
  const sidecars = readSidecars(item, await readJsonHead(taskFiles.metadata))
  const title = sidecars.title ?? (await readFirstRequest(path, stamp))
  return {
    id: buildTaskId(path),
    path,
    stamp: stamp.stamp,
    sizeBytes: stamp.sizeBytes,
    title: pickTaskTitle(null, [{ role: 'user', content: title }], basename(path)),
    agent: detectAgentByPath(path) ?? recognised?.format.agent ?? null,
    model: sidecars.model,
    workspace: sidecars.workspace,
    costUsd: costSchema.safeParse(item).data?.totalCost ?? null,
    lastActivityTs: sidecars.ts ?? stamp.changedTs,
    sessionKey: stamp.isFolder
      ? buildSessionKey(rooTask, { path, session: null, head: null })
      : (recognised?.sessionKey ?? null),
    changedTs: stamp.changedTs,
  }
}

/** The chat record begins with the words of the person; a history may begin with what the agent wrapped them in. */
async function readFirstRequest(path: string, { names }: TaskStamp): Promise<string> {
  const candidates = [taskFiles.chatRecord, taskFiles.history, taskFiles.legacy].filter((name) =>
    names.includes(name),
  )
  const places = candidates.length > 0 ? candidates.map((name) => join(path, name)) : [path]
  for (const place of places) {
    const near = findFirstText((await readHead(place, headBytes)) ?? '')
    const text = isOfAgent(near) ? findFirstText((await readHead(place, longHeadBytes)) ?? '') : near
    if (text.trim() !== '') return text
  }
  return ''
}

/**
 * The first bytes of an ordinary file as text; null where it cannot be read. Links are not followed, so that a folder
 * from somebody else shows nothing of files beside it; pipes are not waited for.
 */
async function readHead(path: string, bytes: number): Promise<string | null> {
  const start = await readStart(path, bytes).catch(() => null)
  // A letter may be cut in two at the end; streaming leaves its first half out.
  return start === null ? null : new TextDecoder().decode(start, { stream: true })
}
