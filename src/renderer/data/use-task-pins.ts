import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assertNever } from '../../shared/kernel/assert-never.ts'
import type { TaskPin } from '../../shared/library/pin-types.ts'
import type { ListedPin, NewPin, TaskPins } from '../../shared/library/pins-contract.ts'
import { useEngine } from './engine-context.ts'

/** What is pinned in a task, and what changes that. Changes wait for the one before them. */
export type PinController = {
  readonly pins: readonly ListedPin[]
  readonly holding: TaskPins['holding']
  /** Pins the place, or unpins it. */
  readonly toggle: (place: TaskPin) => void
  readonly clear: () => void
  /** Pins that the last `clear` removed, until another change. */
  readonly cleared: readonly ListedPin[]
  readonly undo: () => void
  /** Why the last change failed, or null where it did not or was dismissed. */
  readonly error: Error | null
  readonly dismiss: () => void
}

type Change =
  | { readonly kind: 'toggle'; readonly place: TaskPin }
  | { readonly kind: 'add'; readonly pins: readonly NewPin[] }
  | { readonly kind: 'clear' }

const none: TaskPins = { pins: [], holding: { messages: 0, parts: 0, tokens: 0 } }

/** The pins of a task, wherever they are shown. */
export function useTaskPins(taskId: string): PinController {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const [cleared, setCleared] = useState<readonly ListedPin[]>([])
  const query = queries.pins.list.queryOptions({ input: { taskId } })
  const { pins, holding } = useQuery(query).data ?? none
  const readKnownPins = (): readonly ListedPin[] => queryClient.getQueryData(query.queryKey)?.pins ?? []
  const apply = (made: Change): Promise<TaskPins> => {
    switch (made.kind) {
      case 'toggle':
        return findPin(readKnownPins(), made.place) === null
          ? client.pins.add({ taskId, pins: [made.place] })
          : client.pins.remove({ taskId, pins: [made.place] })
      case 'add':
        return client.pins.add({ taskId, pins: [...made.pins] })
      case 'clear':
        return client.pins.clear({ taskId })
      default:
        return assertNever(made)
    }
  }
  const change = useMutation({
    // One after the other: a toggle goes by what the one before it left.
    scope: { id: `pins ${taskId}` },
    mutationFn: apply,
    onSuccess: (after, { kind }) => {
      setCleared(kind === 'clear' ? readKnownPins() : [])
      queryClient.setQueryData(query.queryKey, after)
      // What was played before goes by other pins now.
      for (const { kept } of [queries.replay, queries.drift])
        void queryClient.invalidateQueries({ queryKey: kept.key() })
    },
    // What is pinned may have changed through another door.
    onError: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  return {
    pins,
    holding,
    toggle: (place) => change.mutate({ kind: 'toggle', place }),
    clear: () => change.mutate({ kind: 'clear' }),
    cleared,
    undo: () => change.mutate({ kind: 'add', pins: cleared.map(toNewPin) }),
    error: change.error,
    dismiss: change.reset,
  }
}

/** The hash comes along: what has changed since it was pinned comes back as such. */
function toNewPin({ messageIndex, partIndex, note, textSha256 }: ListedPin): NewPin {
  return { messageIndex, partIndex, note, textSha256 }
}

/** The pin of a place, or null where it is not pinned. */
export function findPin(pins: readonly ListedPin[], { messageIndex, partIndex }: TaskPin): ListedPin | null {
  return pins.find((pin) => pin.messageIndex === messageIndex && pin.partIndex === partIndex) ?? null
}
