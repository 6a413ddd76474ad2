import type { RunSummary } from '../../shared/domain/run.ts'
import type { TaskSummary } from '../../shared/domain/task.ts'
import type { Json, FinishedRun, StoredBlob, StoredMeasurement, StoredRun, StoredTask } from './records.ts'

/** Opaque bytes by content hash. The caller compresses and hashes; equal hashes are stored once. */
export type BlobRepository = Readonly<{
  has(hash: string): Promise<boolean>
  put(hash: string, bytes: Uint8Array): Promise<void>
  get(hash: string): Promise<Uint8Array | null>
}>

/** The library. Writing a record takes the blobs that it refers to along, in one transaction. */
export type TaskRepository = Readonly<{
  /** Adds the task or replaces the one with its id; its runs stay. */
  upsert(task: StoredTask, blobs?: readonly StoredBlob[]): Promise<void>
  /** Newest opened first. */
  list(): Promise<readonly TaskSummary[]>
  get(id: string): Promise<StoredTask | null>
  summary(id: string): Promise<TaskSummary | null>
  /** Removes the task, its runs and every blob that nothing else refers to; false when there was none. */
  forget(id: string): Promise<boolean>
  setTokens(id: string, tokens: number): Promise<void>
}>

/** Inspections and message rows by snapshot and counter: a cache that is collected with its last task or run. */
export type MeasurementRepository = Readonly<{
  get(snapshotSha256: string, counterId: string): Promise<Uint8Array | null>
  put(measurement: StoredMeasurement): Promise<void>
}>

export type RunRepository = Readonly<{
  insertRunning(
    run: Omit<StoredRun, 'status' | 'finishedTs' | 'outcome' | 'payloadBlob' | 'ownerPid'>,
    blobs?: readonly StoredBlob[],
  ): Promise<void>
  /** Outcome and payload together; false, and nothing written, when the run is gone or no longer running. */
  finish(runId: string, result: FinishedRun): Promise<boolean>
  /** Newest first; of all tasks where none is named. */
  list(taskId?: string): Promise<readonly RunSummary[]>
  get(runId: string): Promise<StoredRun | null>
  summary(runId: string): Promise<RunSummary | null>
  /** False when there was none. */
  remove(runId: string): Promise<boolean>
  /** Ends the running runs whose process is gone; `openStore` has done it once. Returns their ids. */
  markInterrupted(): Promise<readonly string[]>
}>

export type PreferenceRepository = Readonly<{
  all(): Promise<Readonly<Record<string, Json>>>
  set(key: string, value: Json): Promise<void>
}>

/** Sizes in bytes. */
export type StoreStats = Readonly<{
  fileBytes: number
  blobBytes: number
  blobs: number
  tasks: number
  runs: number
  schemaVersion: number
}>

/** One SQLite file. Every method rejects with `StoreFailure`; what resolved survives a killed process. */
export type Store = Readonly<{
  filePath: string
  blobs: BlobRepository
  tasks: TaskRepository
  measurements: MeasurementRepository
  runs: RunRepository
  preferences: PreferenceRepository
  /** SQLite's own findings, and references that lead nowhere; empty when all is well. */
  integrityCheck(): Promise<readonly string[]>
  stats(): Promise<StoreStats>
  close(): Promise<void>
}>
