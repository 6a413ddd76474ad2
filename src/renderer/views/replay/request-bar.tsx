import { NumberInput, Slider } from '@mantine/core'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import styles from './replay.module.css'
import { useReplay } from './replay-view.tsx'

/** The requests that can be played, as indices of the record. */
export function playedRequests({ selected, result }: ReturnType<typeof useReplay>): readonly number[] {
  return (selected ?? result.policies[0])?.requests.map(({ request }) => request) ?? []
}

/** The one among the played requests that is nearest to a value. */
export function nearestRequest(requests: readonly number[], value: number): number {
  return requests.reduce(
    (best, request) => (Math.abs(request - value) < Math.abs(best - value) ? request : best),
    requests[0] ?? 0,
  )
}

/** Chooses the request that is looked at: by pointer, by arrow keys, or by its number. */
export function RequestBar() {
  const view = useReplay()
  const { request, setRequest } = view
  const requests = playedRequests(view)
  const at = Math.max(0, requests.indexOf(request))
  const last = requests.at(-1) ?? 0
  return (
    <div className={styles.bar} role="group" aria-label="Request">
      <span className={styles.word}>Request</span>
      <NumberInput
        aria-label="Number of the request"
        w={76}
        min={requests[0] ?? 0}
        max={last}
        allowDecimal={false}
        allowNegative={false}
        value={request}
        clampBehavior="blur"
        onChange={(next) => {
          if (typeof next === 'number' && next <= last) setRequest(nearestRequest(requests, next))
        }}
      />
      <Slider
        className={styles.slider ?? ''}
        size="sm"
        min={0}
        max={Math.max(1, requests.length - 1)}
        step={1}
        label={null}
        disabled={requests.length < 2}
        value={at}
        onChange={(index) => setRequest(requests[index] ?? request)}
        thumbLabel="Request"
        thumbValueText={`request ${request}, ${at + 1} of ${requests.length}`}
      />
      <span className={styles.word}>
        {formatInteger(at + 1)} of {formatInteger(requests.length)} played
      </span>
    </div>
  )
}
