import { Button, Switch, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Policy } from '../../../../shared/installation/policy-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import { PromptReferenceSelect } from '../../../ui/components/form/prompt-reference-select.tsx'
import { ThresholdSlider } from '../../../ui/components/form/threshold-slider.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { useSaveKey } from '../../../ui/components/use-save-key.ts'
import { Block, Fields, Note, Row } from '../../../ui/layout/layout.tsx'
import { isSamePolicy, readPolicy, type PolicyDraft, type PolicyIssues } from './policy-draft.ts'

type DefaultFieldsProps = {
  readonly draft: PolicyDraft
  readonly change: (patch: Partial<PolicyDraft>) => void
}

/** The policy: when to condense and at what cost, unless a profile or a run overrides it. */
export function PolicySettings() {
  const { queries } = useEngine()
  const policy = useQuery(queries.policy.get.queryOptions())
  if (policy.isError)
    return <ErrorPanel problem={toProblem(policy.error)} onRetry={() => void policy.refetch()} />
  if (policy.data === undefined) return <SkeletonRows rows={6} label="Loading the policy" />
  return <PolicyForm policy={policy.data} />
}

function PolicyForm({ policy }: { readonly policy: Policy }) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [draft, setDraft] = useState<PolicyDraft>(policy)
  const read = readPolicy(draft)
  const isChanged = !isSamePolicy(draft, policy)
  const save = useMutation({
    mutationFn: async (next: Policy) => {
      setDraft(await client.policy.set(next))
      await refresh('policy')
    },
  })
  const submit = (): void => {
    if (isChanged && read.ok) save.mutate(read.policy)
  }
  useSaveKey(submit)
  const fields = {
    draft,
    issues: read.ok ? {} : read.issues,
    change: (patch: Partial<PolicyDraft>) => setDraft({ ...draft, ...patch }),
  }
  return (
    <form
      aria-label="Policy"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <MoneyFields {...fields} />
      <DefaultFields draft={draft} change={fields.change} />
      <TriggerFields {...fields} />
      {save.isError && <ErrorPanel problem={toProblem(save.error)} onDismiss={save.reset} />}
      {isChanged ? (
        <Row mih={46} py="sm" ml={128}>
          <Button type="submit" loading={save.isPending} disabled={!read.ok} title="Ctrl+S">
            Save
          </Button>
          <Button variant="default" onClick={() => setDraft(policy)}>
            Discard
          </Button>
          <Note component="span">Not saved yet.</Note>
        </Row>
      ) : (
        save.isSuccess && (
          <Row mih={46} py="sm" ml={128} role="status">
            Saved. It applies to every run from now on.
          </Row>
        )
      )}
    </form>
  )
}

type PolicyFieldProps = {
  readonly draft: PolicyDraft
  readonly issues: PolicyIssues
  readonly change: (patch: Partial<PolicyDraft>) => void
}

function TriggerFields({ draft, issues, change }: PolicyFieldProps) {
  return (
    <FormSection
      title="Dewpoint’s policy"
      layout="stack"
      note="When Dewpoint would condense by itself: the line “Dewpoint’s policy” in Timelines, and “dewpoint status”. Your agents’ own settings stay as they are. Shares are of the model’s window, and a model can have its own threshold. A result below the minimum gain counts as insufficient, and the next fallback is tried. It condenses down to “Stop at”, and prepares its result in the background from “Prepare from” on."
    >
      <Switch
        label="Condense automatically"
        checked={draft.autoCondense === true}
        onChange={(event) => change({ autoCondense: event.currentTarget.checked })}
      />
      <Block w="100%">
        <Block component="span" display="block" fz="xs" fw={500} aria-hidden>
          Threshold
        </Block>
        <ThresholdSlider
          label="Global threshold"
          value={draft.thresholdPercent ?? 100}
          inherited={null}
          onChange={(thresholdPercent) => change({ thresholdPercent })}
        />
      </Block>
      <Fields min={140}>
        <FigureInput
          label="Minimum gain"
          unit="%"
          value={draft.minimumGainPercent}
          error={issues.minimumGainPercent}
          onChange={(minimumGainPercent) => change({ minimumGainPercent })}
        />
        <FigureInput
          label="Stop at"
          unit="%"
          placeholder="none"
          value={draft.stopPercent}
          error={issues.stopPercent}
          onChange={(stopPercent) => change({ stopPercent })}
        />
        <FigureInput
          label="Prepare from"
          unit="%"
          placeholder="never"
          value={draft.earlyPercent}
          error={issues.earlyPercent}
          onChange={(earlyPercent) => change({ earlyPercent })}
        />
      </Fields>
    </FormSection>
  )
}

function MoneyFields({ draft, issues, change }: PolicyFieldProps) {
  return (
    <FormSection
      title="Spending"
      note="A call that could exceed a limit is not made. The limit per task covers all its condensations. A run that costs more than the alert gets a warning."
    >
      <FigureInput
        label="Alert above"
        isMoney
        value={draft.alertCostUsd}
        error={issues.alertCostUsd}
        onChange={(alertCostUsd) => change({ alertCostUsd })}
      />
      <FigureInput
        label="Limit per run"
        isMoney
        placeholder="none"
        value={draft.budgetPerRunUsd}
        error={issues.budgetPerRunUsd}
        onChange={(budgetPerRunUsd) => change({ budgetPerRunUsd })}
      />
      <FigureInput
        label="Limit per task"
        isMoney
        placeholder="none"
        value={draft.budgetPerTaskUsd}
        error={issues.budgetPerTaskUsd}
        onChange={(budgetPerTaskUsd) => change({ budgetPerTaskUsd })}
      />
      <FigureInput
        label="Limit per day"
        isMoney
        placeholder="none"
        value={draft.budgetPerDayUsd}
        error={issues.budgetPerDayUsd}
        onChange={(budgetPerDayUsd) => change({ budgetPerDayUsd })}
      />
    </FormSection>
  )
}

/** Method and prompt of runs that name none. */
function DefaultFields({ draft, change }: DefaultFieldsProps) {
  const { queries } = useEngine()
  const providers = useQuery(queries.providers.list.queryOptions()).data ?? []
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  return (
    <FormSection
      title="Defaults"
      layout="stack"
      note="Used where a run names no method or prompt and its model has no prompt of its own. Experiments and replays go by their files alone."
    >
      <Row align="stretch" wrap gap="10px md">
        <Select
          label="Method"
          w={200}
          data={providers.map(({ id, label }) => ({ value: id, label }))}
          value={draft.defaultProvider}
          allowDeselect={false}
          onChange={(defaultProvider) => defaultProvider !== null && change({ defaultProvider })}
        />
        <PromptReferenceSelect
          label="Condensing prompt"
          value={draft.condensingPrompt}
          noneLabel="Built-in"
          prompts={prompts}
          onChange={(condensingPrompt) => change({ condensingPrompt })}
        />
      </Row>
    </FormSection>
  )
}
