import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedTaskSchema, type StoredTask } from '../../../../shared/library/task-types.ts'
import { openStore, type StoreOptions } from '../open-store.ts'
import type { StoredCall } from '../records.ts'
import type { RunRepository, Store } from '../store.ts'
import { createDatabaseTemplate } from './database-template.ts'

/** Bytes of a text, for blobs. */
export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A task with all its fields, some of them replaced; columns with a default have that. */
export function makeTask(more: Partial<StoredTask> = {}): StoredTask {
  const usual = storedTaskSchema.parse({
    id: 'task-1',
    title: 'Fix the bug',
    format: 'roo-task',
    path: '/tasks/1',
    isSample: false,
    agent: 'roo',
    model: null,
    workspace: null,
    era: 'xml',
    messages: 3,
    tokens: null,
    costUsd: 0.5,
    condensations: 1,
    lastActivityTs: 1500.5,
    openedTs: 2000,
    snapshotSha256: 'snapshot-1',
    sourceBlob: 'source-1',
    meta: {
      problems: [{ file: 'a.json', place: 'line 1', reason: 'odd', severity: 'warning' }],
      usage: { requests: [{ tokensIn: 5 }], condensations: [] },
      style: { indent: '\t', bom: false, trailing: '\n' },
      hiddenRange: { start: 2, end: 5 },
    },
  })
  return { ...usual, ...more }
}

type NewRun = Parameters<RunRepository['insertRunning']>[0]

/** A run as it starts, some of its fields replaced. */
export function makeRun(more: Partial<NewRun> = {}): NewRun {
  return {
    id: 'run-1',
    taskId: 'task-1',
    providerId: 'truncation',
    providerVersion: '1.0.0',
    presetId: 'balanced',
    settings: { maxLines: 10, nested: { snake_case: [null, true] } },
    targetTokens: null,
    model: null,
    prompt: null,
    isAutomatic: false,
    startedTs: 3000,
    snapshotSha256: 'snapshot-1',
    sourceBlob: 'source-1',
    ...more,
  }
}

/** Keeps the task with its source. */
export function putTask(store: Store, more: Partial<StoredTask> = {}): Promise<void> {
  const task = makeTask(more)
  return store.tasks.upsert(task, [{ hash: task.sourceBlob, bytes: encodeText(task.sourceBlob) }])
}

/** A folder of its own and stores over it, all gone after `clean`. */
export type StoreBench = Readonly<{
  folder: string
  open(more?: Partial<StoreOptions>): Promise<Store>
  clean(): Promise<void>
}>

/** How stores of a test are opened where it says nothing else. */
const usual = { clock: () => 5000, processId: 1, isProcessAlive: () => false }

/** Writes a database as a new store makes it, with nothing in it, into a data folder that has none. */
export const writeEmptyDatabase = createDatabaseTemplate(async (folder) => {
  const store = await openStore({ folder, ...usual })
  await store.close()
})

/**
 * Makes a data folder; the clock of its stores stands at 5,000. An empty database lies in it, unless it `isNew`: then the
 * first store makes one.
 */
export async function makeBench({ isNew = false } = {}): Promise<StoreBench> {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-store-'))
  if (!isNew) await writeEmptyDatabase(folder)
  const opened: Store[] = []
  return {
    folder,
    async open(more = {}) {
      const store = await openStore({ folder, ...usual, ...more })
      opened.push(store)
      return store
    },
    async clean() {
      for (const store of opened) await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A call before it is made, some of its fields replaced. */
export function makeCall(more: Partial<StoredCall> = {}): StoredCall {
  return {
    ts: 1000,
    profileId: 'work',
    model: 'claude-sonnet-4',
    runId: 'run-1',
    experimentId: null,
    taskId: 'task-1',
    worstCaseUsd: 0.01,
    ...more,
  }
}
