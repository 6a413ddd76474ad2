import { Select } from '@mantine/core'
import { useState } from 'react'
import { Split } from '../../../components/split.tsx'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { useReplay } from '../replay-view.tsx'
import { RequestBar } from '../request-bar.tsx'
import styles from './context.module.css'
import { ContextSide } from './context-side.tsx'
import { useContextAt } from './use-context-at.ts'

const nobody = ''

/** What a policy sends with a request, and what another one sends with the same. */
export function ContextPane() {
  const { result, selected, select, shortOf, request } = useReplay()
  const ids = result.policies.filter(({ requests }) => requests.length > 0).map(({ id }) => id)
  const [besideId, setBeside] = useState(() => ids.find((id) => id !== selected?.id) ?? nobody)
  const split = useSplitLayout('replay-context', 50)
  // Where nothing can be played there is nothing to ask for.
  const own = useContextAt(ids.length === 0 ? null : (selected?.id ?? null), request)
  const beside = useContextAt(besideId === nobody ? null : besideId, request)
  const first = ids.map((id) => ({ value: id, label: shortOf(id) }))
  if (selected === null || ids.length === 0)
    return (
      <p className={styles.empty}>No request of this task can be played, so there is no context to show.</p>
    )
  return (
    <>
      <RequestBar />
      <div className={styles.choices}>
        <Select
          label="Policy"
          w={220}
          data={first}
          value={selected.id}
          allowDeselect={false}
          onChange={(next) => next !== null && select(next)}
        />
        <Select
          label="Beside it"
          w={220}
          data={[{ value: nobody, label: 'Nothing' }, ...first]}
          value={besideId}
          allowDeselect={false}
          onChange={(next) => setBeside(next ?? nobody)}
        />
      </div>
      <div className={styles.sides}>
        {besideId === nobody ? (
          <ContextSide policyId={selected.id} context={own} other={null} />
        ) : (
          <Split
            id="replay-context"
            direction="horizontal"
            canStack
            {...split}
            label="Width of the first context"
            first={<ContextSide policyId={selected.id} context={own} other={beside.data ?? null} />}
            second={<ContextSide policyId={besideId} context={beside} other={own.data ?? null} />}
          />
        )}
      </div>
    </>
  )
}
