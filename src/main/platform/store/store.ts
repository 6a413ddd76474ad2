import type { Paid } from '../../../shared/activity/metrics-types.ts'
import type { MeasuredRun, RunSummary } from '../../../shared/condense/run-types.ts'
import type { ExperimentStatus, ExperimentSummary } from '../../../shared/experiments/experiment-types.ts'
import type { Spending } from '../../../shared/installation/policy-contract.ts'
import type { TaskSummary, StoredTask, TaskToStore } from '../../../shared/library/task-types.ts'
import type { PresetEntry, PresetVersion } from '../../../shared/methods/preset-entry-types.ts'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { PerhapsPaid, TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { Prompt, PromptVersion } from '../../../shared/prompts/prompt-types.ts'
import type { WrittenSession } from '../../../shared/take-home/session-copy-types.ts'
import type { WrittenSettings } from '../../../shared/take-home/use-plan-types.ts'
import type {
  FinishedRun,
  FoundTask,
  LibraryEntry,
  ListedChild,
  ReadPlace,
  StoredAnswer,
  StoredBlob,
  StoredCall,
  StoredCell,
  StoredExperiment,
  StoredMeasurement,
  StoredFact,
  StoredPin,
  StoredRun,
} from './records.ts'
import type { Permits } from './repositories/arm-permit-repository.ts'
import type { BlobRepository } from './repositories/blobs.ts'
import type { ClaimRepository } from './repositories/claim-repository.ts'
import type { TaskMeasures } from './repositories/measured-arms-repository.ts'
import type { PreferenceRepository } from './repositories/preference-repository.ts'
import type { QualityRepository } from './repositories/quality-repository.ts'
import type { ReplayRepository } from './repositories/replay-repository.ts'
import type { WrittenRepository } from './repositories/written-repository.ts'

/** The library. Writing a record takes the blobs that it refers to along, in one transaction. */
export type TaskRepository = Readonly<{
  /**
   * Adds the task or replaces the one with its id; its runs stay. `place` says what was read: without one the
   * task is not followed on disk, with one it is unless it was listed and not followed before.
   */
  upsert(task: TaskToStore, blobs?: readonly StoredBlob[], place?: ReadPlace): Promise<void>
  /** Newest opened first, then by last activity; with found tasks that nobody has read yet. */
  list(): Promise<readonly TaskSummary[]>
  /** Null also for a task that nobody has read yet. */
  get(id: string): Promise<StoredTask | null>
  /** Of every task that is listed, by id. */
  titles(): Promise<ReadonlyMap<string, Pick<TaskSummary, 'title' | 'isSample'>>>
  summary(id: string): Promise<TaskSummary | null>
  /** The listed tasks whose record names this one as the task that had them done, the oldest first. */
  findChildren(parentId: string): Promise<readonly ListedChild[]>
  /** Removes the task with runs and blobs; false if there is none. One that `staysForgotten` is unlisted until it changes. */
  forget(id: string, staysForgotten?: boolean): Promise<boolean>
  setTokens(id: string, tokens: number): Promise<void>
  /** Stored histories of the library by snapshot; those that are not there are left out. */
  findSources(
    snapshots: readonly string[],
  ): Promise<readonly Pick<StoredTask, 'snapshotSha256' | 'sourceBlob'>[]>
}>

/** What is known of tasks by their files, and the folders in which they are looked for. */
export type LibraryRepository = Readonly<{
  /** Of all tasks, listed or forgotten. */
  entries(): Promise<readonly LibraryEntry[]>
  entry(id: string): Promise<LibraryEntry | null>
  /** What its agent calls the session of each listed task, by task id; tasks without such a name are left out. */
  sessionKeys(): Promise<ReadonlyMap<string, string>>
  bySessionKeys(keys: readonly string[]): Promise<readonly LibraryEntry[]>
  findSessions(file: string): Promise<readonly LibraryEntry[]>
  /**
   * Lists tasks, or takes note of their new state, all or none. Forgotten ones stay away while their files are unchanged,
   * unless they are opened at a time, milliseconds since 1970. Gives the ids of those whose row has changed.
   */
  found(tasks: readonly FoundTask[], openedTs: number, isOpened: boolean): Promise<readonly string[]>
  /** Notes that files are not there any more, or are again; what was read and the runs stay. Gives the ids that changed. */
  gone(ids: readonly string[], isGone?: boolean): Promise<readonly string[]>
  /** Notes why the task cannot be read in the state of the stamp. */
  failed(id: string, stamp: string, failure: string, reader: string): Promise<void>
  /** In order of path. */
  folders(): Promise<readonly string[]>
  addFolder(path: string, addedTs: number): Promise<void>
  /** The tasks are not followed any more. False when there was no such folder. */
  removeFolder(path: string, taskIds: readonly string[]): Promise<boolean>
  /** The task was opened by itself, so it is followed from now on. */
  opened(id: string): Promise<void>
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

/** Profiles of models; no keys. */
export type ProfileRepository = Readonly<{
  /** By name. */
  list(): Promise<readonly ModelProfile[]>
  get(id: string): Promise<ModelProfile | null>
  save(profile: ModelProfile): Promise<void>
  /** False when there was none. */
  remove(id: string): Promise<boolean>
}>

/** The library of prompts; built-in ones are not in it. */
export type PromptRepository = Readonly<{
  /** By name, versions ascending. */
  list(): Promise<readonly Prompt[]>
  get(id: string): Promise<Prompt | null>
  /** Adds the prompt with its first version. */
  create(prompt: Omit<Prompt, 'isBuiltIn' | 'versions'>, first: Omit<PromptVersion, 'version'>): Promise<void>
  /** Numbers the version; null when there is no such prompt. */
  addVersion(id: string, version: Omit<PromptVersion, 'version'>): Promise<number | null>
  /** False when there was none. */
  rename(id: string, name: string): Promise<boolean>
  remove(id: string): Promise<boolean>
}>

/** Ids of presets are unique within their provider. */
export type PresetKey = Readonly<{ providerId: string; id: string }>

/** Presets of one's own; built-in ones are not in it. */
export type PresetRepository = Readonly<{
  /** By provider, then by label; versions ascending. */
  list(): Promise<readonly PresetEntry[]>
  get(key: PresetKey): Promise<PresetEntry | null>
  /** Adds the preset with its first version; false, and nothing written, when there is one with this id. */
  create(
    preset: Omit<PresetEntry, 'isBuiltIn' | 'versions'>,
    first: Omit<PresetVersion, 'version'>,
  ): Promise<boolean>
  /** Numbers the version; null when there is no such preset. */
  addVersion(key: PresetKey, version: Omit<PresetVersion, 'version'>): Promise<number | null>
  /** False when there was none. */
  describe(key: PresetKey, text: Pick<PresetEntry, 'label' | 'description'>): Promise<boolean>
  remove(key: PresetKey): Promise<boolean>
}>

/** What people have marked as important in the tasks of the library. Pins go with their task. */
export type PinRepository = Readonly<{
  /** In the order of the messages, a whole message before its parts. */
  list(taskId: string): Promise<readonly StoredPin[]>
  /** Pins, or replaces what was noted about the same place. Rejects where the task is not in the library. */
  add(pin: StoredPin): Promise<void>
  /** False when there was none. */
  remove(place: Pick<StoredPin, 'taskId' | 'messageIndex' | 'partIndex'>): Promise<boolean>
  /** How many there were. */
  clear(taskId: string): Promise<number>
}>

/** Words that people follow through the condensations of a task. They go with their task. */
export type FactRepository = Readonly<{
  /** In the order in which they were pinned. */
  list(taskId: string): Promise<readonly StoredFact[]>
  /** Once for the same words. Rejects where the task is not in the library. */
  add(fact: StoredFact): Promise<void>
  /** False when there was none. */
  remove(fact: Pick<StoredFact, 'taskId' | 'text'>): Promise<boolean>
}>

/** What is measured over many runs. */
export type MetricsRepository = Readonly<{
  /** Newest first; `sinceTs` is the earliest start, in milliseconds since 1970. */
  runs(filter: { readonly taskId?: string; readonly sinceTs?: number }): Promise<readonly MeasuredRun[]>
  /** What calls to models were paid, on a task and since a time where these are named. */
  paid(filter: { readonly taskId?: string; readonly sinceTs?: number }): Promise<Paid>
}>

/** Answers of models by the hash of what they were asked. */
export type AnswerRepository = Readonly<{
  get(requestSha256: string): Promise<StoredAnswer | null>
  put(answer: StoredAnswer): Promise<void>
}>

/** A limit on what a group of calls may cost: those of one run, of one experiment, or since a moment. */
export type SpendingLimit = Readonly<{
  /** Named in the answer, and to a person: `run`, `task`, `experiment`, `day`. */
  name: string
  limitUsd: number
  runId?: string
  experimentId?: string
  taskId?: string
  /** Milliseconds since 1970. */
  sinceTs?: number
}>

/** The first limit that a call could exceed, and what of it is spent or reserved already; US dollars. */
export type LimitReached = Readonly<{ ok: false; limit: SpendingLimit; takenUsd: number }>

/** Model calls with their cost. A call is reserved with its worst case before it is made. */
export type SpendingRepository = Readonly<{
  /** Reserves in one transaction, across processes: the id of the call, or a limit that it could exceed. */
  reserve(
    call: StoredCall,
    limits: readonly SpendingLimit[],
  ): Promise<{ ok: true; callId: number } | LimitReached>
  /**
   * To be called before a byte of the request leaves: from here on nobody can say that it cost nothing. A limit, where
   * others have given the reservation up and there is no room for it any more.
   */
  markSent(callId: number): Promise<LimitReached | null>
  /**
   * Replaces the worst case by what the call did cost. A call that nobody settles stays reserved as long as the process
   * lives that reserved it; then it is booked at its worst case, or at nothing where it was never sent.
   */
  settle(callId: number, costUsd: number, usage: TokenUsage): Promise<void>
  since(ts: number): Promise<Omit<Spending, 'limitUsd'>>
}>

/** Experiments with their cells. */
export type ExperimentRepository = Readonly<{
  /** Stores an experiment that this process runs, or that has ended (an import, with its cells). */
  insert(
    experiment: Omit<StoredExperiment, 'ownerPid'>,
    cells?: readonly { readonly cell: StoredCell; readonly blobs: readonly StoredBlob[] }[],
  ): Promise<void>
  /** Newest first. */
  list(): Promise<readonly ExperimentSummary[]>
  summary(id: string): Promise<ExperimentSummary | null>
  get(id: string): Promise<StoredExperiment | null>
  /** The newest that does exactly this, was not imported, and has not finished or has failed cells; null where there is none. */
  newestUnfinished(contentSha256: string): Promise<string | null>
  /** Makes this process its owner and sets it to `running`; false where a living process runs it, or it is gone. */
  claim(id: string): Promise<boolean>
  /** False, and nothing written, when it is gone, no longer running, or another process has claimed it. */
  finish(
    id: string,
    end: {
      readonly status: Exclude<ExperimentStatus, 'running'>
      readonly reason: string
      readonly finishedTs: number
    },
  ): Promise<boolean>
  /** With its cells and every blob that nothing else refers to; false when there was none. */
  remove(id: string): Promise<boolean>
  /** Notes what calls took that are booked on other machines, in US dollars; it adds to what is booked here. */
  bookElsewhere(id: string, usd: number, perhapsPaid: PerhapsPaid): Promise<void>
  /** Adds a cell or replaces it, whole, with its blobs. */
  saveCell(cell: StoredCell, blobs: readonly StoredBlob[]): Promise<void>
  /** In the order in which they ended. */
  cells(id: string): Promise<readonly StoredCell[]>
  cell(id: string, cellId: string): Promise<StoredCell | null>
  /** Cells that are done and not reused themselves, of any experiment, by key. */
  findCells(keys: readonly string[]): Promise<ReadonlyMap<string, StoredCell>>
  /** So that they are tried again; how many there were. */
  removeFailedCells(id: string): Promise<number>
  /** Ends the running ones whose process is gone; `openStore` has done it once. Returns their ids. */
  markInterrupted(): Promise<readonly string[]>
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
export type Store = Permits &
  TaskMeasures &
  Readonly<{
    filePath: string
    /** Whether what a person asks to be kept is refused, because nothing can be written where the database lies. */
    isReadOnly: boolean
    /** Where caches may lie: the data folder, or a temporary one. */
    cacheFolder: string
    blobs: BlobRepository
    tasks: TaskRepository
    library: LibraryRepository
    measurements: MeasurementRepository
    runs: RunRepository
    metrics: MetricsRepository
    qualities: QualityRepository
    preferences: PreferenceRepository
    profiles: ProfileRepository
    prompts: PromptRepository
    presets: PresetRepository
    pins: PinRepository
    facts: FactRepository
    replays: ReplayRepository
    claims: ClaimRepository
    experiments: ExperimentRepository
    writtenSessions: WrittenRepository<WrittenSession>
    writtenSettings: WrittenRepository<WrittenSettings>
    answers: AnswerRepository
    spending: SpendingRepository
    /** SQLite's own findings, and references that lead nowhere; empty when all is well. */
    integrityCheck(): Promise<readonly string[]>
    /** What lists have left out because it cannot be read, by table. */
    unreadableRows(): ReadonlyMap<string, ReadonlySet<string>>
    stats(): Promise<StoreStats>
    close(): Promise<void>
  }>
