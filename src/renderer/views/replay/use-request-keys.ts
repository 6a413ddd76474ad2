import type { KeyboardEvent } from 'react'
import { useReplay } from './replay-view.tsx'
import { playedRequests } from './request-bar.tsx'
import { requestAfterKey } from './request-after-key.ts'

/** The request that is looked at as the value of a slider. */
export function useRequestKeys(): {
  readonly min: number
  readonly max: number
  readonly value: number
  readonly onKeyDown: (event: KeyboardEvent) => void
} {
  const view = useReplay()
  const { request, setRequest } = view
  const requests = playedRequests(view)
  return {
    min: requests[0] ?? 0,
    max: requests.at(-1) ?? 0,
    value: request,
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const next = requestAfterKey(requests, request, event)
      if (next === null) return
      event.preventDefault()
      setRequest(next)
    },
  }
}
