import { useField } from '../../../components/editor-fields/editor-context.ts'
import { NumberField } from '../../../components/editor-fields/number-field.tsx'
import { FormSection } from '../../../components/form-section.tsx'
import { FigureInput } from '../../../components/figure-input.tsx'

/** How often, how many at once, for how much at most. */
export function RunFields() {
  const budget = useField(['budgetUsd'])
  return (
    <FormSection
      title="Run"
      note="Only variants that ask a model are repeated: others give the same each time. No call is made that could go over the budget."
    >
      <NumberField path={['repeats']} label="Repeats" none="1" />
      <NumberField path={['concurrency']} label="At once" none="4" />
      <FigureInput
        label="Budget"
        isMoney
        width={150}
        placeholder="the policy’s"
        value={typeof budget.value === 'number' ? budget.value : null}
        error={budget.error}
        onChange={(next) => budget.set(next ?? undefined)}
      />
      <NumberField path={['seed']} label="Seed" none="1" />
    </FormSection>
  )
}
