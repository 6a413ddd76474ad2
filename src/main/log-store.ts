import type { Log } from '../shared/domain/log.ts'
import { presetReferenceText } from '../shared/domain/preset-reference.ts'
import type { FinishedRun } from './store/records.ts'
import type { Store } from './store/store.ts'

/**
 * The same store, with an entry in the log for runs, experiments and model calls as they begin and end: whatever
 * happens to them is written down there, whichever part of the program does it.
 */
export function logStore(store: Store, log: Log, now: () => number): Store {
  return {
    ...store,
    runs: loggedRuns(store.runs, log, now),
    spending: loggedSpending(store.spending, log, now),
    experiments: loggedExperiments(store.experiments, log),
    library: loggedLibrary(store.library, log),
  }
}

function loggedRuns(runs: Store['runs'], log: Log, now: () => number): Store['runs'] {
  const begun = new Map<string, number>()
  return {
    ...runs,
    insertRunning: async (run, blobs) => {
      const { id: runId, taskId, providerId: provider, presetId: preset, model, prompt, isAutomatic } = run
      begun.set(runId, now())
      log.info('run-started', {
        runId,
        taskId,
        provider,
        preset,
        profile: model?.profileId ?? null,
        prompt: prompt === null ? null : presetReferenceText(prompt.promptId, prompt.version),
        isAutomatic,
      })
      await runs.insertRunning(run, blobs)
    },
    finish: async (runId, result) => {
      const isKept = await runs.finish(runId, result)
      const ms = now() - (begun.get(runId) ?? now())
      begun.delete(runId)
      logEnd(log, { runId, ms }, result)
      return isKept
    },
  }
}

function logEnd(
  log: Log,
  run: { readonly runId: string; readonly ms: number },
  { status, outcome }: FinishedRun,
): void {
  if (outcome === null) {
    log.info('run-ended', { ...run, status })
    return
  }
  const { runId } = run
  for (const attempt of outcome.attempts) {
    const { providerId: provider, code, costUsd, durationMs } = attempt
    const ms = durationMs === undefined ? {} : { ms: durationMs }
    log.debug('provider-result', { runId, provider, status: attempt.status, code, costUsd, ...ms })
  }
  const { originalTokens, finalTokens, costUsd, modelCalls, cacheHits } = outcome.stats
  const level = status === 'failed' ? 'warn' : 'info'
  log[level]('run-ended', {
    ...run,
    status,
    ...(outcome.error === null ? {} : { code: outcome.error.code }),
    tokensBefore: originalTokens,
    tokensAfter: finalTokens,
    costUsd,
    calls: modelCalls,
    cacheHits,
  })
}

function loggedSpending(spending: Store['spending'], log: Log, now: () => number): Store['spending'] {
  const open = new Map<
    number,
    { readonly ts: number; readonly profile: string; readonly runId: string | null }
  >()
  return {
    ...spending,
    reserve: async (call, limits) => {
      const answer = await spending.reserve(call, limits)
      const { profileId: profile, runId, worstCaseUsd: costUsd } = call
      const ofRun = runId === null ? {} : { runId }
      if (answer.ok) {
        open.set(answer.callId, { ts: now(), profile, runId })
        log.debug('call-reserved', { profile, ...ofRun, costUsd })
      } else {
        log.warn('call-refused', { profile, ...ofRun, code: `budget-of-${answer.limit.name}`, costUsd })
      }
      return answer
    },
    settle: async (callId, costUsd, usage) => {
      await spending.settle(callId, costUsd, usage)
      const call = open.get(callId)
      open.delete(callId)
      log.info('model-call', {
        profile: call?.profile ?? null,
        ...(call?.runId == null ? {} : { runId: call.runId }),
        ...(call === undefined ? {} : { ms: now() - call.ts }),
        inputTokens: usage.input,
        outputTokens: usage.output,
        cacheReadTokens: usage.cacheReads,
        cacheWriteTokens: usage.cacheWrites,
        costUsd,
      })
    },
  }
}

function loggedExperiments(experiments: Store['experiments'], log: Log): Store['experiments'] {
  return {
    ...experiments,
    insert: async (experiment, cells) => {
      log.info('experiment-stored', { experimentId: experiment.id, status: experiment.status })
      await experiments.insert(experiment, cells)
    },
    saveCell: async (cell, blobs) => {
      await experiments.saveCell(cell, blobs)
      const { experimentId, id: path, status, error, isReused } = cell
      const level = status === 'failed' ? 'warn' : 'debug'
      log[level]('cell-ended', {
        experimentId,
        path,
        status: isReused ? 'reused' : status,
        ...(error === null ? {} : { code: error.code }),
        ...(cell.stats === null ? {} : { costUsd: cell.stats.costUsd }),
      })
    },
    finish: async (id, ...end) => {
      const result = await experiments.finish(id, ...end)
      log.info('experiment-ended', { experimentId: id, status: end[0].status })
      return result
    },
  }
}

function loggedLibrary(library: Store['library'], log: Log): Store['library'] {
  return {
    ...library,
    found: async (...given) => {
      const changed = await library.found(...given)
      if (changed.length > 0) log.debug('tasks-changed', { tasks: changed.length })
      return changed
    },
    failed: async (id, ...given) => {
      await library.failed(id, ...given)
      log.warn('task-unreadable', { taskId: id })
    },
  }
}
