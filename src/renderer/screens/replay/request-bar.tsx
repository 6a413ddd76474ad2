import { NumberInput, Slider } from '@mantine/core'
import { useState } from 'react'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import { Bar, Note } from '../../ui/layout/layout.tsx'
import { findNearestValue } from '../../ui/plots/axes.ts'
import { useReplay } from './replay-view.tsx'

/** The requests that can be played, as indices of the record. */
export function listPlayedRequests({ selected, result }: ReturnType<typeof useReplay>): readonly number[] {
  return (selected ?? result.policies[0])?.requests.map(({ request }) => request) ?? []
}

/** Chooses the request that is looked at: by pointer, by arrow keys, or by its number. */
export function RequestBar() {
  const view = useReplay()
  const { request, setRequest } = view
  const requests = listPlayedRequests(view)
  const at = Math.max(0, requests.indexOf(request))
  const [first, last] = [requests[0] ?? 0, requests.at(-1) ?? 0]
  return (
    <Bar wrap gap="xs md" role="group" aria-label="Request">
      <Note component="span" flex="none">
        Request
      </Note>
      <RequestNumber requests={requests} request={request} onRequest={setRequest} />
      <Slider
        flex={1}
        miw={120}
        maw={900}
        size="sm"
        min={0}
        max={Math.max(1, requests.length - 1)}
        step={1}
        label={null}
        disabled={requests.length < 2}
        value={at}
        onChange={(index) => setRequest(requests[index] ?? request)}
        thumbLabel="Request"
        thumbValueText={`request ${request} of ${first} to ${last}`}
      />
      <Note component="span" flex="none" title="Requests are numbered from 0, as messages are">
        {requests.length === 1
          ? 'the only one played'
          : `of ${formatInteger(first)} to ${formatInteger(last)}, ${formatInteger(requests.length)} played`}
      </Note>
    </Bar>
  )
}

type RequestNumberProps = {
  readonly requests: readonly number[]
  readonly request: number
  readonly onRequest: (request: number) => void
}

/** The number of the request. What is typed stands while it may become one. What never can is set right at once. */
function RequestNumber({ requests, request, onRequest }: RequestNumberProps) {
  const [typed, setTyped] = useState<number | string | null>(null)
  const [first, last] = [requests[0] ?? 0, requests.at(-1) ?? 0]
  return (
    <NumberInput
      aria-label="Number of the request"
      w={76}
      min={first}
      max={last}
      allowDecimal={false}
      allowNegative={false}
      value={typed ?? request}
      clampBehavior="none"
      onChange={(next) => {
        const number = typeof next === 'number' ? next : Number.NaN
        setTyped(number >= last ? null : next)
        if (!Number.isNaN(number)) onRequest(findNearestValue(requests, number))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
