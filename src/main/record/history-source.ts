import type { ContextLog } from '../../shared/condense/context-log-types.ts'
import type { Message } from '../../shared/kernel/message.ts'
import { buildAgentCondensations, type AgentCondensation } from './condensations/build-agent-condensations.ts'
import { buildOwnCondensations, type OwnCondensation } from './condensations/build-own-condensations.ts'
import {
  buildLoggedAgentCondensations,
  buildLoggedOwnCondensations,
} from './condensations/logged-condensations.ts'
import { matchSummaries } from './condensations/match-summaries.ts'
import { calibrate, calibrateLogged, type CalibrationFit } from './overhead/calibrate.ts'
import type { SizedTask } from './overhead/size-task.ts'
import {
  buildUncondensedHistory,
  buildUncondensedFromLog,
  type RecordedTask,
  type UncondensedHistory,
} from './recorded-task.ts'
import { buildSentContexts } from './requests/build-sent-contexts.ts'
import { matchLoggedRequests } from './requests/logged-requests.ts'
import { matchRequests, type MatchedRequest, type RequestMatches } from './requests/match-requests.ts'
import {
  measureContextSize,
  measureLoggedContextSize,
  type ContextSize,
} from './usage/measure-context-size.ts'

type Counted = { readonly counts: readonly number[]; readonly matches: RequestMatches }

/** Where it is known from what each request sent and what the agent condensed. */
export type HistorySource = {
  readonly matches: () => RequestMatches
  readonly agentCondensations: (
    matches: RequestMatches,
    sized: Pick<SizedTask, 'splits'>,
  ) => readonly AgentCondensation[]
  readonly ownCondensations: (sent: readonly MatchedRequest[]) => readonly (readonly OwnCondensation[])[]
  /** For each recorded condensation the name of its summary among the messages; null where it has none. */
  readonly summaries: () => readonly (string | null)[]
  readonly uncondensed: () => UncondensedHistory
  readonly calibration: (
    counted: Counted,
    sized: () => Pick<SizedTask, 'splits'> & { readonly countMessage: (message: Message) => number },
  ) => CalibrationFit | null
  readonly nextContext: (counted: Counted, calibration: CalibrationFit | null) => ContextSize
}

/** The source of a task: its log, where its agent's files tell what was sent, else the marks and times of its messages. */
export function createHistorySource(task: RecordedTask): HistorySource {
  return task.contexts === undefined ? createMarkedSource(task) : buildLoggedSource(task, task.contexts)
}

function createMarkedSource(task: RecordedTask): HistorySource {
  const { messages, usage, fileIndices } = task
  return {
    matches: () => matchRequests(messages, usage, fileIndices),
    agentCondensations: ({ matched }, { splits }) => buildAgentCondensations(task, matched, splits),
    ownCondensations: (sent) => buildOwnCondensations(task, sent),
    summaries: () => matchSummaries(messages, usage.condensations),
    uncondensed: () => buildUncondensedHistory(messages),
    calibration: ({ counts, matches }) => calibrate(task, counts, matches),
    nextContext: ({ counts, matches }, calibration) =>
      measureContextSize(task, counts, { matched: matches.matched, calibration }),
  }
}

function buildLoggedSource(task: RecordedTask, log: ContextLog): HistorySource {
  const { messages, usage, fileIndices } = task
  return {
    matches: () => matchLoggedRequests(log, usage, fileIndices),
    agentCondensations: () => buildLoggedAgentCondensations(log, usage),
    ownCondensations: (sent) => buildLoggedOwnCondensations(task, log, sent),
    summaries: () => usage.condensations.map(({ condenseId }) => condenseId ?? null),
    uncondensed: () => buildUncondensedFromLog(messages, log),
    calibration: ({ matches }, sized) =>
      calibrateLogged(buildSentContexts(task, matches.matched, sized().splits), sized().countMessage),
    nextContext: ({ counts }, calibration) => measureLoggedContextSize(task, log, { counts, calibration }),
  }
}
