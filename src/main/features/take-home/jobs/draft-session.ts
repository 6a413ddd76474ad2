import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { HistoryTag } from '../../../../shared/kernel/provenance.ts'
import type { Added, CopyStep, LeftOut } from '../../../../shared/take-home/session-copy-types.ts'
import type { Machine } from '../../../agents/discovery/editors.ts'
import { findAgent } from '../../../agents/find-agent.ts'
import { defaultImportLimits } from '../../../agents/import-limits.ts'
import { importSource } from '../../../agents/import-source.ts'
import { gatherSource } from '../../../agents/import-task.ts'
import { carryMessages } from '../../../agents/writing/carry-messages.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import type { Job } from '../../../platform/workers/job.ts'

export type DraftSessionInput = {
  readonly format: string
  /** Of the history that was condensed; only read. */
  readonly path: string
  readonly messages: readonly Message[]
  /** Present where `messages` are all of its file, with what is gone tagged. */
  readonly tag: HistoryTag | null
  readonly cwd: string
  readonly title: string
  /** Folder to write into instead of the agent's own; absolute. */
  readonly out: string | null
  readonly machine: Machine
  /** Milliseconds since 1970. */
  readonly now: number
}

export type DraftSessionOutput = {
  readonly sessionId: string
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly commands: readonly (readonly string[])[]
  readonly steps?: readonly CopyStep[]
  readonly isListed: boolean
  /** What reading the session must give back. */
  readonly messages: readonly Message[]
  readonly leftOut: readonly LeftOut[]
  readonly added: readonly Added[]
}

/** Makes a session of a condensed history, in the form of its agent. Nothing is written. */
export const draftSession: Job<DraftSessionInput, DraftSessionOutput> = async (input) => {
  const writer = findAgent(input.format)?.writer
  if (writer === undefined) throw new Error(`nothing writes ${input.format}`)
  const source = await gatherSource(input.path)
  const task = await importSource(source, defaultImportLimits)
  const shown = input.tag === null ? input.messages : buildEffectiveHistory(input.messages).messages
  const { messages, leftOut, added } = carryMessages(shown, writer.carriage)
  const draft = writer.draft({
    task,
    sourceText: source.kind === 'file' ? (source.files[0]?.text ?? '') : '',
    messages,
    tagged: input.tag === null ? null : input.messages,
    cwd: input.cwd,
    title: input.title,
    machine: input.machine,
    now: input.now,
    newUuid: randomUUID,
  })
  const folder = input.out ?? draft.folder
  const files = draft.files.map(({ name, text }) => ({ path: join(folder, name), text }))
  return {
    sessionId: draft.sessionId,
    files,
    commands: draft.commands(files[0]?.path ?? folder),
    ...(draft.steps === undefined ? {} : { steps: draft.steps }),
    isListed: draft.isListed && input.out === null,
    messages,
    leftOut,
    added,
  }
}
