import { Button, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEngine, type ProbeRunInput } from '../../data/engine-context.ts'
import { buildArmOptions } from '../../ui/components/arms/build-arm-options.ts'
import { FigureInput } from '../../ui/components/form/figure-input.tsx'
import { Bar, Block } from '../../ui/layout/layout.tsx'
import { pickProbeMethods } from './pick-probe-methods.ts'

/** What is asked of a probe. */
export type AskedProbe = ProbeRunInput['input']

/** Where a session is probed, and the methods to begin with. */
export type ProbePlace = {
  readonly taskId: string
  readonly cut: AskedProbe['cuts'][number]
  /** Null where nothing tells which ones. */
  readonly usual: readonly string[] | null
  /** Whether it is not known yet which methods these are. */
  readonly isWaiting: boolean
}

type ProbeFormProps = ProbePlace & {
  /** What was run last; null where nothing was. */
  readonly last: AskedProbe | null
  readonly isRunning: boolean
  readonly isPlanning: boolean
  readonly onPlan: (input: AskedProbe) => void
}

const usualForks = 3
const most = { forks: 20, methods: 20 }

/** Which methods are probed, how often and for how much. */
export function ProbeForm({ last, isRunning, isPlanning, onPlan, ...place }: ProbeFormProps) {
  const { taskId, cut, usual, isWaiting } = place
  const { queries } = useEngine()
  const listed = useQuery(queries.arms.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data ?? []
  // Those that need a key would send the history to their vendor.
  const arms = listed.filter(({ needsKey }) => !needsKey)
  // Null until somebody chooses: which methods keep most may not be known yet.
  const [chosen, setChosen] = useState<readonly string[] | null>(last?.methods ?? null)
  const ids = arms.map(({ id }) => id)
  const methods = (chosen ?? (isWaiting ? [] : (usual ?? pickProbeMethods(undefined, ids)))).filter((id) =>
    ids.includes(id),
  )
  const [forks, setForks] = useState<number | null>(last?.forks ?? usualForks)
  const [budgetUsd, setBudgetUsd] = useState<number | null>(last?.limits.budgetUsd ?? null)
  const isFit = forks !== null && forks >= 1 && forks <= most.forks
  const isPaid = budgetUsd === null || budgetUsd > 0
  const plan = (): void => {
    if (isFit)
      onPlan({
        taskIds: [taskId],
        cuts: [cut],
        methods,
        forks,
        prompts: [],
        limits: { budgetUsd },
      })
  }
  return (
    <Bar component="section" wrap align="flex-end" gap="sm md" aria-label="What is probed">
      <Block flex={1} miw={320}>
        <MethodsField {...{ arms, methods, isWaiting }} isOff={isRunning} onMethods={setChosen} />
      </Block>
      <FigureInput
        label="Forks of each"
        value={forks}
        isWhole
        width={110}
        error={isFit ? undefined : `1 to ${most.forks}`}
        onChange={setForks}
      />
      <FigureInput
        label="Budget"
        value={budgetUsd}
        isMoney
        width={110}
        placeholder="no limit"
        error={isPaid ? undefined : 'Above 0'}
        onChange={setBudgetUsd}
      />
      <Button
        variant="default"
        disabled={!isFit || !isPaid || methods.length === 0 || isRunning}
        loading={isPlanning}
        onClick={plan}
      >
        Plan
      </Button>
    </Bar>
  )
}

type MethodsFieldProps = {
  readonly arms: Parameters<typeof buildArmOptions>[0]
  readonly methods: readonly string[]
  /** Whether it is not known yet which methods keep most. */
  readonly isWaiting: boolean
  readonly isOff: boolean
  readonly onMethods: (ids: readonly string[]) => void
}

function MethodsField({ arms, methods, isWaiting, isOff, onMethods }: MethodsFieldProps) {
  return (
    <MultiSelect
      label="Methods"
      data={buildArmOptions(arms)}
      value={[...methods]}
      maxValues={most.methods}
      disabled={isOff}
      onChange={onMethods}
      searchable
      size="xs"
      placeholder={methods.length > 0 ? '' : isWaiting ? 'Seeing which keep most…' : 'Choose methods'}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      nothingFoundMessage="No such method"
    />
  )
}
