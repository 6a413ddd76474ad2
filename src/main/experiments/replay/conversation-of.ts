import type { Message } from '../../../shared/domain/message.ts'
import { createConversation, reviseConversation, type Conversation } from '../../engine/conversation.ts'
import type { ReplayTask } from './replay-task.ts'

/** The whole history of a task, split and counted once. */
const whole = new WeakMap<ReplayTask, Conversation>()

/** A history of a replayed task; only messages that a condensation wrote are split and counted for it. */
export function conversationOf(task: ReplayTask, messages: readonly Message[]): Conversation {
  const full = whole.get(task) ?? createConversation(task.full, task.counter)
  whole.set(task, full)
  return reviseConversation(full, messages)
}
