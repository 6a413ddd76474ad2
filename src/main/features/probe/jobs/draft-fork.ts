import type { Message } from '../../../../shared/kernel/message.ts'
import type { TaskFormat } from '../../../../shared/library/task-types.ts'
import { findAgent } from '../../../agents/find-agent.ts'
import { defaultImportLimits } from '../../../agents/import-limits.ts'
import { importSource } from '../../../agents/import-source.ts'
import { gatherSource } from '../../../agents/import-task.ts'
import { carryMessages } from '../../../agents/writing/carry-messages.ts'
import { computeSha256 } from '../../../platform/files/compute-sha256.ts'
import { openResult } from '../../../platform/workers/documents.ts'
import type { Job, ResultRef, SourceRef } from '../../../platform/workers/job.ts'
import { movePaths, movePathsInJson } from '../compute/move-paths.ts'

/** What a fork begins with: the history at a cut, and what a method left of it; null for all of it. */
export type ForkOrigin = {
  readonly source: SourceRef & { readonly cut: number }
  readonly result: ResultRef | null
  /** The project that the session worked on, and the copy that the fork works on. */
  readonly from: string
  readonly to: string
}

export type DraftForkInput = ForkOrigin & {
  readonly forkId: string
  readonly format: TaskFormat
  /** Of the session; only read. */
  readonly path: string
  /** Home folder of the fork. */
  readonly home: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly now: number
}

export type DraftForkOutput = {
  readonly sessionId: string
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly messages: number
}

/** Makes the session of a fork in the form of its agent. Nothing is written. */
export const draftFork: Job<DraftForkInput, DraftForkOutput> = async (input) => {
  const { format, path, home, title, now, forkId, from, to } = input
  const writer = findAgent(format)?.writer
  if (writer === undefined) throw new Error(`nothing writes ${format}`)
  const read = await gatherSource(path)
  const task = await importSource(read, defaultImportLimits)
  const { messages } = carryMessages(await openForkMessages(input), writer.carriage)
  const text = read.kind === 'file' ? (read.files[0]?.text ?? '') : ''
  const draft = writer.draft({
    task,
    sourceText: movePathsInJson(text, from, to),
    messages,
    tagged: null,
    cwd: to,
    title,
    // Nothing leads to the person's own folders.
    machine: { platform: process.platform, home, environment: {} },
    now,
    newUuid: createSeededUuids(forkId),
  })
  const files = draft.files.map((file) => ({ path: `${draft.folder}/${file.name}`, text: file.text }))
  return { sessionId: draft.sessionId, files, messages: messages.length }
}

/** The messages that a fork begins with, with its copy of the project in the place of the project. */
async function openForkMessages({ source, result, from, to }: ForkOrigin): Promise<readonly Message[]> {
  const { conversation } = await openResult(source, result)
  return movePaths(conversation.messages, from, to)
}

/** The same ids for the same fork. */
function createSeededUuids(seed: string): () => string {
  let count = 0
  return () => {
    count += 1
    const hash = computeSha256(`${seed} ${count}`)
    const variant = '89ab'[Number.parseInt(hash.slice(16, 17), 16) % 4] ?? '8'
    return [
      hash.slice(0, 8),
      hash.slice(8, 12),
      `4${hash.slice(13, 16)}`,
      `${variant}${hash.slice(17, 20)}`,
      hash.slice(20, 32),
    ].join('-')
  }
}
