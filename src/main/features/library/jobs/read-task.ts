import { basename } from 'node:path'
import { isLight } from '../../../../shared/kernel/light-values.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { sumRecordedUsage } from '../../../../shared/kernel/sum-recorded-usage.ts'
import type { StoredTask, ToolEra } from '../../../../shared/library/task-types.ts'
import { ImportFailure } from '../../../agents/import-failure.ts'
import { importFiles, type DroppedFile } from '../../../agents/import-files.ts'
import { importBeginning, importTask } from '../../../agents/import-task.ts'
import type { ImportedTask } from '../../../agents/imported-task.ts'
import { isRecord } from '../../../agents/json/fields.ts'
import type { HearPieces } from '../../../agents/read-pieces.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import { splitOneByOne } from '../../../kernel/history/split-parts.ts'
import { createEraFinder } from '../../../kernel/history/tool-catalogue.ts'
import { buildMessageRows, createRowBuilder } from '../../../kernel/inspect/build-message-rows.ts'
import { withDerivedCosts } from '../../../kernel/pricing/derive-costs.ts'
import { boundGarbage } from '../../../platform/workers/bound-garbage.ts'
import type { PackedJson } from '../../../platform/workers/compression.ts'
import type { Job, JobContext, JobFailure } from '../../../platform/workers/job.ts'
import {
  createRowPacker,
  mostRows,
  packRows,
  type PackedRows,
} from '../../../platform/workers/packed-rows.ts'
import { packSnapshot } from '../../../platform/workers/packed-snapshot.ts'

export type ReadTaskInput =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'files'; readonly name: string; readonly files: readonly DroppedFile[] }

/** What the files of a task say of it: a task as it is stored, but for what the library knows. */
export type TaskFacts = Omit<
  StoredTask,
  'id' | 'isSample' | 'tokens' | 'openedTs' | 'snapshotSha256' | 'sourceBlob'
>

/** A task as it was read. Its messages travel packed. */
export type ReadTask = Pick<ImportedTask, 'subagents' | 'sessionKey'> & {
  readonly facts: TaskFacts
  readonly source: PackedJson
}

/** What is told of a large history as soon as it is parsed: its first rows, and all of the task that needs no look at each message. */
export type EarlyTask = { readonly facts: Omit<TaskFacts, 'era'>; readonly rows: PackedRows }

/** To split, pack and store a history of fewer characters takes less time than anybody sees. */
const largeChars = 8_000_000

/** What is to be read, and whether somebody waits for its rows: read again from the store they would take as long once more. */
type ReadTaskJob = ReadTaskInput & { readonly hasRows?: boolean }

/** Reads a history from disk or from dropped files; damage is part of the answer, and so is a failure. */
export const readTask: Job<
  ReadTaskJob,
  { readonly task: ReadTask; readonly rows: PackedRows | null } | { readonly failure: JobFailure },
  EarlyTask
> = async (input, { onEarly, ...context }) => {
  try {
    if (input.hasRows === true && onEarly !== undefined) await tellBeginning(input, onEarly)
    const imported =
      input.kind === 'path'
        ? await importTask(input.path, undefined, { onRead: createPieceHearer(context) })
        : await importFiles(input.name, input.files)
    const { messages, written, hiddenRange, contexts, style, subagents, sessionKey } = imported
    const facts = describe(imported)
    if (input.hasRows === true && isLarge(messages)) onEarly?.({ facts, rows: packFirstRows(imported) })
    const look = createLook(imported, input.hasRows === true)
    const log = contexts === undefined ? {} : { contexts }
    const source = await packSnapshot({ messages, hiddenRange, ...log, style }, written, look.at)
    const { era, rows } = look.finish()
    return {
      task: {
        facts: { ...facts, era },
        source,
        ...(subagents === undefined ? {} : { subagents }),
        ...(sessionKey === undefined ? {} : { sessionKey }),
      },
      rows,
    }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    const { code, message, where, hint } = error
    return { failure: { code, message, where, hint } }
  }
}

/** So much of a large session is read before all of it, in bytes: what its first page shows, and more. */
const beginningBytes = 8 * 2 ** 20

/** Tells of a session that takes long to be read what its beginning says. */
async function tellBeginning(input: ReadTaskInput, onEarly: (early: EarlyTask) => void): Promise<void> {
  const beginning = input.kind === 'path' ? await importBeginning(input.path, beginningBytes) : null
  if (beginning === null) return
  const { task, bytes } = beginning
  const [done, all] = [beginningBytes, bytes].map((one) => Math.round(one / 2 ** 20).toLocaleString('en-US'))
  const reason = `its first ${done} MB of ${all} MB are shown while the rest is read: all counts are of these`
  const note = { file: basename(task.path), place: '', reason, severity: 'warning' } as const
  const soFar = { ...task, problems: [note, ...task.problems] }
  onEarly({ facts: describe(soFar), rows: packFirstRows(soFar) })
}

/** Hears how far a large file is: until it is read, garbage would take as much room as what is kept of it. */
function createPieceHearer({ onProgress, signal }: Pick<JobContext, 'onProgress' | 'signal'>): HearPieces {
  let isBounded = false
  return (done, total) => {
    if (!isBounded) boundGarbage(true)
    isBounded = true
    stopIfCancelled(signal)
    onProgress({ stage: 'reading', label: 'Reading', done, total })
  }
}

/** What is known of a task beside its messages. The layout of its file stays with these: it has a number for each token. */
function describe(imported: ImportedTask): EarlyTask['facts'] {
  const { format, path, title, agent, model, workspace, messages, lastActivityTs } = imported
  const { problems, hiddenRange, relations, outcome, style } = imported
  const { layout: _layout, ...shownStyle } = style
  const usage = withDerivedCosts(imported.usage, new Date())
  const { costUsd, derivedUsd, unpricedRequests, condensations } = sumRecordedUsage(usage)
  return {
    format,
    path,
    title,
    agent,
    model,
    workspace,
    messages: messages.length,
    lastActivityTs,
    costUsd,
    derivedUsd,
    unpricedRequests,
    condensations,
    meta: {
      problems: [...problems],
      usage,
      style: shownStyle,
      hiddenRange,
      ...(relations === undefined ? {} : { kin: relations }),
      ...(outcome === undefined ? {} : { outcome }),
    },
  }
}

function isLarge(messages: readonly Message[]): boolean {
  if (messages.some(isLight)) return true
  return messages.reduce((sum, { content }) => sum + countChars(content), 0) >= largeChars
}

/** Characters of texts and of results of tools. */
function countChars(content: unknown): number {
  if (typeof content === 'string') return content.length
  if (Array.isArray(content)) return content.reduce<number>((sum, block) => sum + countChars(block), 0)
  return isRecord(content) ? countChars(content['text'] ?? content['content']) : 0
}

/** The first page of rows, as it is once all messages are split. */
function packFirstRows({ messages, hiddenRange, contexts }: ImportedTask): PackedRows {
  const effective = buildEffectiveHistory(messages, hiddenRange, contexts)
  const { pages } = packRows(
    buildMessageRows(messages.slice(0, mostRows), effective, splitOneByOne(messages)),
  )
  return { total: messages.length, pages: [pages[0]] }
}

/** Collects what a look at each message gives, in their order. What is made for it on the way is gone at once. */
function createLook({ messages, hiddenRange, contexts }: ImportedTask, hasRows: boolean) {
  const steps = splitOneByOne(messages)
  const buildRow = createRowBuilder(buildEffectiveHistory(messages, hiddenRange, contexts))
  const era = createEraFinder()
  const rows = createRowPacker()
  return {
    at: (message: Message, index: number): void => {
      const parts = steps.next().value ?? []
      era.add(parts)
      if (hasRows) rows.add(buildRow(message, index, parts))
    },
    finish: (): { readonly era: ToolEra; readonly rows: PackedRows | null } => ({
      era: era.find(),
      rows: hasRows ? rows.finish() : null,
    }),
  }
}
