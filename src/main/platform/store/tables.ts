import type { Generated } from 'kysely'
import type { StoredTask } from '../../../shared/library/task-types.ts'

/** Columns as they come out of SQLite; JSON is text here and is parsed in the repositories. */
export type Tables = {
  blobs: { hash: string; bytes: Uint8Array; createdTs: number }
  tasks: Omit<StoredTask, 'isSample' | 'meta'> & { isSample: number; meta: string }
  libraryTasks: {
    id: string
    path: string
    isFollowed: number
    isSingle: Generated<number>
    sessionKey: string | null
    changedTs: number | null
    stamp: string | null
    readStamp: string | null
    reader: string | null
    forgottenStamp: string | null
    isGone: number
    failure: string | null
    sizeBytes: number | null
    problems: number
    title: string
    agent: string | null
    model: string | null
    workspace: string | null
    costUsd: number | null
    lastActivityTs: number | null
    openedTs: number
  }
  libraryFolders: { path: string; addedTs: number }
  surveys: { taskId: string; snapshotSha256: string; version: number; tokens: number; losslessTokens: number }
  measuredArms: {
    taskId: string
    snapshotSha256: string
    armsSha256: string
    body: Uint8Array
  }
  surveyKinds: { taskId: string; kind: string; tokens: number }
  surveyTools: { taskId: string; tool: string; calls: number; callTokens: number; resultTokens: number }
  surveyModels: {
    taskId: string
    place: number
    model: string | null
    requests: number
    costUsd: number | null
  }
  surveyCacheBreaks: {
    taskId: string
    request: number
    cause: string
    tokens: number
    costUsd: number | null
  }
  measurements: { snapshotSha256: string; counterId: string; blob: string }
  runs: {
    id: string
    taskId: string
    snapshotSha256: string
    sourceBlob: string
    providerId: string
    providerVersion: string
    presetId: string | null
    settings: string
    targetTokens: number | null
    cut: number | null
    status: string
    ownerPid: number
    ownerInstance: string
    startedTs: number
    finishedTs: number | null
    outcome: string | null
    payloadBlob: string | null
    model: string | null
    prompt: string | null
    isAutomatic: number
  }
  runQualities: { runId: string; version: number; taskSha256: string; quality: string }
  preferences: { key: string; value: string }
  profiles: { id: string; name: string; profile: string }
  prompts: { id: string; name: string; purpose: string }
  promptVersions: { promptId: string; version: number; text: string; note: string; createdTs: number }
  answers: {
    requestSha256: string
    model: string
    text: string
    usage: string
    createdTs: number
    bytes: number
  }
  modelCalls: {
    id: Generated<number>
    ts: number
    profileId: string
    model: string
    runId: string | null
    experimentId: string | null
    taskId: string | null
    worstCaseUsd: number
    costUsd: number | null
    usage: string | null
    ownerPid: number | null
    ownerInstance: string | null
    isSent: number
  }
  presets: { providerId: string; id: string; label: string; description: string }
  presetVersions: {
    providerId: string
    id: string
    version: number
    settings: string
    note: string
    createdTs: number
  }
  pins: {
    taskId: string
    messageIndex: number
    partIndex: number | null
    textSha256: string
    note: string
    createdTs: number
  }
  pinnedFacts: { taskId: string; text: string; createdTs: number }
  experiments: {
    id: string
    name: string
    question: string
    contentSha256: string
    status: string
    reason: string
    isSample: number
    isImported: number
    variants: number
    checkpoints: number
    tasks: number
    cells: number
    createdTs: number
    finishedTs: number | null
    ownerPid: number
    ownerInstance: string
    text: string
    plan: string
    bookedUsd: number | null
    bookedPerhaps: string | null
    pushedBy: Generated<string | null>
  }
  asleep: { kind: string; id: string; sinceTs: number; body: string }
  replays: {
    taskId: string
    kind: string
    id: string
    playedTs: number
    version: string
    taskSha256: string
    planSha256: string
    request: string
    result: Uint8Array
    contexts: Uint8Array | null
  }
  keyPermits: { variable: string; origin: string }
  armPermits: { target: string; allowedTs: number }
  writtenSessions: { id: string; writtenTs: number; body: string }
  writtenSettings: { id: string; writtenTs: number; body: string }
  claims: { work: string; ownerPid: number; ownerInstance: string; untilTs: number }
  experimentSources: { experimentId: string; snapshotSha256: string; sourceBlob: string }
  cells: {
    experimentId: string
    cellId: string
    key: string
    variantId: string
    checkpointId: string
    repeat: number
    status: string
    isReused: number
    finishedTs: number
    cell: string
    packed: Uint8Array | null
    payloadBlob: string | null
    judgementsBlob: string | null
  }
}
