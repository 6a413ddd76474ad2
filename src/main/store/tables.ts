/** Columns as they come out of SQLite; JSON is text here and is parsed in the repositories. */
export type Tables = {
  blobs: { hash: string; bytes: Uint8Array; createdTs: number }
  tasks: {
    id: string
    format: string
    path: string
    title: string
    agent: string | null
    model: string | null
    workspace: string | null
    era: string
    isSample: number
    messages: number
    tokens: number | null
    costUsd: number | null
    condensations: number
    lastActivityTs: number | null
    openedTs: number
    snapshotSha256: string
    sourceBlob: string
    meta: string
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
    status: string
    ownerPid: number
    ownerInstance: string
    startedTs: number
    finishedTs: number | null
    outcome: string | null
    payloadBlob: string | null
  }
  preferences: { key: string; value: string }
}
