import type { Message } from '../../shared/domain/message.ts'
import type { ContextLog } from '../../shared/domain/context-log.ts'
import { agentCondensations, type AgentCondensation } from './condensations/agent-condensations.ts'
import { loggedAgentCondensations, loggedOwnCondensations } from './condensations/logged-condensations.ts'
import { ownCondensations, type OwnCondensation } from './condensations/own-condensations.ts'
import { summariesOfRecords } from './condensations/summaries-of-records.ts'
import { calibrate, calibrateLogged, type CalibrationFit } from './overhead/calibrate.ts'
import type { SizedTask } from './overhead/size-task.ts'
import {
  uncondensedHistory,
  uncondensedLogged,
  type RecordedTask,
  type UncondensedHistory,
} from './recorded-task.ts'
import { loggedMatches } from './requests/logged-requests.ts'
import { matchRequests, type MatchedRequest, type RequestMatches } from './requests/match-requests.ts'
import { sentContexts } from './requests/sent-contexts.ts'
import { contextSize, loggedContextSize, type ContextSize } from './usage/context-size.ts'

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
    sized: () => Pick<SizedTask, 'splits'> & { readonly countOf: (message: Message) => number },
  ) => CalibrationFit | null
  readonly nextContext: (counted: Counted, calibration: CalibrationFit | null) => ContextSize
}

/** The source of a task: its log, where its agent's files tell what was sent, else the marks and times of its messages. */
export function historySourceOf(task: RecordedTask): HistorySource {
  return task.contexts === undefined ? markedSource(task) : loggedSource(task, task.contexts)
}

function markedSource(task: RecordedTask): HistorySource {
  const { messages, usage, fileIndices } = task
  return {
    matches: () => matchRequests(messages, usage, fileIndices),
    agentCondensations: ({ matched }, { splits }) => agentCondensations(task, matched, splits),
    ownCondensations: (sent) => ownCondensations(task, sent),
    summaries: () => summariesOfRecords(messages, usage.condensations),
    uncondensed: () => uncondensedHistory(messages),
    calibration: ({ counts, matches }) => calibrate(task, counts, matches),
    nextContext: ({ counts, matches }, calibration) =>
      contextSize(task, counts, { matched: matches.matched, calibration }),
  }
}

function loggedSource(task: RecordedTask, log: ContextLog): HistorySource {
  const { messages, usage, fileIndices } = task
  return {
    matches: () => loggedMatches(log, usage, fileIndices),
    agentCondensations: () => loggedAgentCondensations(log, usage),
    ownCondensations: (sent) => loggedOwnCondensations(task, log, sent),
    summaries: () => usage.condensations.map(({ condenseId }) => condenseId ?? null),
    uncondensed: () => uncondensedLogged(messages, log),
    calibration: ({ matches }, sized) =>
      calibrateLogged(sentContexts(task, matches.matched, sized().splits), sized().countOf),
    nextContext: ({ counts }, calibration) => loggedContextSize(task, log, { counts, calibration }),
  }
}
