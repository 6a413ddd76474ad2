import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { OwnTriggerChoice } from '../../../kernel/method.ts'
import { isOwnTriggerMet, type OwnTrigger } from '../../../kernel/policy/own-trigger.ts'
import { findPendingStart } from '../../../kernel/policy/split-pending.ts'
import { createEstimator } from '../../../kernel/tokens/estimator.ts'
import { buildReplayConversation } from './build-replay-conversation.ts'
import type { ReplayStep, ReplayTask } from './replay-task.ts'

/** Whether the agent whose trigger it is would condense before a request. */
export function wouldCondenseItself(
  task: ReplayTask,
  step: ReplayStep,
  history: readonly Message[],
  { trigger, estimator, limits }: OwnTriggerChoice,
): boolean {
  const buildWhole = () => buildReplayConversation(task, history)
  const listParts = () => buildWhole().parts
  return isOwnTriggerMet(trigger, limits, {
    tokens: (counts) => measureRequest(task, step, history, counts, estimator),
    toolUses: () => countParts(listParts(), ['tool-call']),
    events: () => countParts(listParts(), eventKinds),
    pauseMs: () => pauseBefore(task, step),
    isTurnStart: () => findPendingStart(buildWhole(), 'prompt-left') < history.length,
    resultChars: () =>
      sum(
        listParts().flatMap((own) =>
          own.flatMap(({ kind, text }) => (kind === 'tool-result' ? text.length : [])),
        ),
      ),
  })
}

/** Kinds of parts that an agent records as events of their own. */
const eventKinds = ['user-text', 'assistant-text', 'tool-call', 'tool-result', 'summary']

type Parts = ReturnType<typeof buildReplayConversation>['parts']

/** Parts of some kinds; a result that is told in several parts is one. */
function countParts(parts: Parts, kinds: readonly string[]): number {
  return sum(
    parts.map((own) => {
      const wanted = own.filter(({ kind }) => kinds.includes(kind))
      return new Set(wanted.map(({ kind, toolCallId, blockIndex }) => `${kind} ${toolCallId ?? blockIndex}`))
        .size
    }),
  )
}

/** The size of a request as an agent counts it, in tokens; 0 where it has heard of none yet. */
function measureRequest(
  task: ReplayTask,
  { prefix }: ReplayStep,
  history: readonly Message[],
  counts: OwnTrigger['counts'],
  estimator: OwnTriggerChoice['estimator'],
): number {
  if (counts === 'estimate' || counts === 'history') {
    const conversation = buildReplayConversation(task, history)
    const own = sum(createEstimator(estimator, conversation).ofMessages(conversation))
    return counts === 'history' ? own : own + prefix.tokens
  }
  const tokens = task
    .buildItems(history)
    .map((items) => items.reduce((total, item) => total + item.tokens, 0))
  const last = history.findLastIndex(({ role }) => role === 'assistant')
  switch (counts) {
    case 'next-request':
      return sum(tokens) + prefix.tokens
    case 'last-response':
      return last < 0 ? 0 : sum(tokens.slice(0, last + 1)) + prefix.tokens
    case 'last-prompt': {
      const before = history.findLastIndex(({ role }, at) => at < last && role !== 'assistant')
      return last < 0 ? 0 : sum(tokens.slice(0, before + 1)) + prefix.tokens
    }
  }
}

function pauseBefore({ steps }: ReplayTask, step: ReplayStep): number | null {
  const before = steps[steps.indexOf(step) - 1]
  return step.ts === null || before === undefined || before.ts === null ? null : step.ts - before.ts
}
