import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { goals, type Answer, type Goal } from '../../shared/home/answer-types.ts'
import type { Pace } from '../../shared/library/pace-types.ts'
import { createSpacedCalls, type SpacedCalls } from '../lib/create-spaced-calls.ts'
import { useEngine, useLibraryValue } from './engine-context.ts'

/** The answer is not read again more often than this while tasks are measured, in milliseconds. */
const everyMs = 2000

/** What condensing would do for the library, read again as more of it is measured. The last answer stays meanwhile. */
export function useAnswer(goal: Goal): {
  readonly answer: Answer | undefined
  readonly error: unknown
  readonly retry: () => void
} {
  const { queries } = useEngine()
  const queryClient = useQueryClient()
  const measured = useLibraryValue(({ measured: done, tasks }) => `${done} of ${tasks}`)
  const isIdle = useLibraryValue(({ workingOn }) => workingOn === null) === true
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queries.answers.get.queryOptions({
      input: { goal },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  useEachChange(measured, () =>
    // Those for the other goals are as old as this one, and so is an answer that was asked for before the change.
    queryClient.invalidateQueries({ queryKey: queries.answers.get.key() }),
  )
  useOtherGoals(goal, data !== undefined && !isPlaceholderData && isIdle)
  return { answer: data, error: data === undefined ? error : null, retry: () => void refetch() }
}

/** Answers for the other goals beforehand, once nothing else is worked on: switching then shows figures at once. */
function useOtherGoals(goal: Goal, isIdle: boolean): void {
  const { queries } = useEngine()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isIdle) return
    for (const other of goals.filter((one) => one !== goal))
      void queryClient.prefetchQuery(
        queries.answers.get.queryOptions({ input: { goal: other }, staleTime: Number.POSITIVE_INFINITY }),
      )
  }, [goal, isIdle, queries, queryClient])
}

/** Does something after each change of a value from one that was known, spaced out. */
function useEachChange(value: string | null, act: () => Promise<unknown>): void {
  const seen = useRef(value)
  const run = useEffectEvent(act)
  const calls = useRef<SpacedCalls | null>(null)
  useEffect(() => {
    const spaced = createSpacedCalls(() => run(), everyMs)
    calls.current = spaced
    return () => spaced.end()
  }, [])
  useEffect(() => {
    // The first state says nothing that the first answer does not.
    if (seen.current !== null && seen.current !== value) calls.current?.ask()
    seen.current = value
  }, [value])
}

/** How fast tasks are measured in the background, and a way to change it. */
export function usePace(): readonly [Pace | undefined, (pace: Pace) => void] {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const options = queries.answers.pace.queryOptions({ staleTime: Number.POSITIVE_INFINITY })
  const { data } = useQuery(options)
  const { mutate } = useMutation({
    mutationFn: (pace: Pace) => client.answers.setPace({ pace }),
    onMutate: (pace) => queryClient.setQueryData(options.queryKey, pace),
    onError: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
  })
  return [data, mutate]
}
