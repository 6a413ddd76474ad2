import type { RecordedTask } from '../recorded-task.ts'

/** What a person deletes of a history file by hand, whatever the record beside it says. */
export const handCutKinds = ['first-and-rest', 'rest', 'hole', 'second-third', 'last-four'] as const
export type HandCutKind = (typeof handCutKinds)[number]

/**
 * The task without the messages that a person deleted: all but the first one up to `from`, all up to it, a hole of
 * `holeLength` messages at it, the second third, or all but the last four. The record stays as it was.
 */
export function handCutTask(
  task: RecordedTask,
  kind: HandCutKind,
  { from, holeLength }: { readonly from: number; readonly holeLength: number },
): RecordedTask {
  const { length } = task.messages
  const third = Math.floor(length / 3)
  const isKept: Readonly<Record<HandCutKind, (index: number) => boolean>> = {
    'first-and-rest': (index) => index === 0 || index >= from,
    rest: (index) => index >= from,
    hole: (index) => index < from || index >= from + holeLength,
    'second-third': (index) => index < third || index >= 2 * third,
    'last-four': (index) => index >= length - 4,
  }
  return { ...task, messages: task.messages.filter((_, index) => isKept[kind](index)) }
}
