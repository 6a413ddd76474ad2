import { Button, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mostQuestions } from '../../../shared/probe/probe-types.ts'
import { useEngine, type ProbeRunInput } from '../../data/engine-context.ts'
import { buildArmOptions } from '../../ui/components/arms/build-arm-options.ts'
import { FigureInput } from '../../ui/components/form/figure-input.tsx'
import { Bar, Block } from '../../ui/layout/layout.tsx'
import { pickProbeMethods } from './pick-probe-methods.ts'

/** What is asked of a probe. */
export type AskedProbe = ProbeRunInput['input']

/** Which sessions are probed and where, and the methods to begin with. */
export type ProbePlace = Pick<AskedProbe, 'taskIds' | 'cuts'> & {
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
  const { taskIds, cuts, usual, isWaiting } = place
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
  const figures = useProbeFigures(last)
  const { forks, questions, budgetUsd, isFit } = figures
  const plan = (): void => {
    if (forks !== null && isFit)
      onPlan({
        taskIds,
        cuts,
        methods,
        forks,
        prompts: [],
        ...(questions === null ? {} : { questions }),
        limits: { budgetUsd },
      })
  }
  return (
    <Bar component="section" wrap align="flex-end" gap="sm md" aria-label="What is probed">
      <Block flex={1} miw={320}>
        <MethodsField {...{ arms, methods, isWaiting }} isOff={isRunning} onMethods={setChosen} />
      </Block>
      <FigureFields {...figures} />
      <Button
        variant="default"
        disabled={!isFit || methods.length === 0 || isRunning}
        loading={isPlanning}
        onClick={plan}
      >
        Plan
      </Button>
    </Bar>
  )
}

/** How often each method is probed, what is asked at the end, and for how much. */
function useProbeFigures(last: AskedProbe | null) {
  const [forks, setForks] = useState<number | null>(last?.forks ?? usualForks)
  // Questions of a file come from the command line alone.
  const asked = last?.questions
  const [questions, setQuestions] = useState<number | null>(typeof asked === 'number' ? asked : null)
  const [budgetUsd, setBudgetUsd] = useState<number | null>(last?.limits.budgetUsd ?? null)
  const faults = {
    forks: forks !== null && forks >= 1 && forks <= most.forks ? undefined : `1 to ${most.forks}`,
    questions:
      questions === null || (questions >= 1 && questions <= mostQuestions)
        ? undefined
        : `1 to ${mostQuestions}`,
    budget: budgetUsd === null || budgetUsd > 0 ? undefined : 'Above 0',
  }
  const isFit = Object.values(faults).every((fault) => fault === undefined)
  return { forks, setForks, questions, setQuestions, budgetUsd, setBudgetUsd, faults, isFit }
}

function FigureFields(figures: ReturnType<typeof useProbeFigures>) {
  const { forks, setForks, questions, setQuestions, budgetUsd, setBudgetUsd, faults } = figures
  return (
    <>
      <FigureInput
        label="Forks of each"
        value={forks}
        isWhole
        width={110}
        error={faults.forks}
        onChange={setForks}
      />
      <FigureInput
        label="Questions at the end"
        value={questions}
        isWhole
        width={140}
        placeholder="none"
        error={faults.questions}
        onChange={setQuestions}
      />
      <FigureInput
        label="Budget"
        value={budgetUsd}
        isMoney
        width={110}
        placeholder="no limit"
        error={faults.budget}
        onChange={setBudgetUsd}
      />
    </>
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
