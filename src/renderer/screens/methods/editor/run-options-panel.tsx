import { MultiSelect, Select, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import {
  formatPresetReference,
  parsePresetReference,
} from '../../../../shared/methods/preset-reference-types.ts'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { routes } from '../../../lib/routes.ts'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import {
  describePromptReference,
  PromptReferenceSelect,
} from '../../../ui/components/form/prompt-reference-select.tsx'
import { Bar, Block } from '../../../ui/layout/layout.tsx'
import { byRole, buildModelChoices, explainObstacle } from './model-choice.ts'
import { longestFallback, takesPrompt, type RunOptions } from './run-options.ts'

type RunOptionsPanelProps = {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  readonly options: RunOptions
  readonly issues: Readonly<Record<string, string>>
  readonly change: (patch: Partial<RunOptions>) => void
}

/** How a method is run: down to which size, by which model and prompt, for how much, and what is tried where it fails. */
export function RunOptionsPanel(props: RunOptionsPanelProps) {
  const { provider, providers, options, issues, change } = props
  const { fallback } = options
  const chain = [provider, ...providers.filter(({ id }) => fallback.includes(id))]
  const asksModel = chain.some(({ capabilities }) => capabilities.usesModel)
  const target = explainTarget(provider)
  return (
    <Bar component="section" wrap align="flex-start" gap="sm md" bg="var(--surface)" aria-label="Options">
      <Block title={target.about}>
        <FigureInput
          label={target.label}
          unit="tok"
          width={140}
          placeholder="none"
          isWhole
          value={options.targetTokens}
          onChange={(tokens) =>
            change({ targetTokens: tokens !== null && tokens > 0 ? Math.round(tokens) : null })
          }
        />
      </Block>
      {asksModel && <ModelFields {...props} />}
      <FigureInput
        label="Minimum gain"
        unit="%"
        width={140}
        placeholder="the policy’s"
        value={options.minimumGainPercent}
        error={issues['minimumGainPercent']}
        onChange={(minimumGainPercent) => change({ minimumGainPercent })}
      />
      <MultiSelect
        label="Fallbacks"
        title={`Tried in this order, with their defaults, if ${provider.label} fails or saves too little.`}
        w={300}
        placeholder={fallback.length === 0 ? 'none' : ''}
        maxValues={longestFallback}
        data={providers.filter(({ id }) => id !== provider.id).map(({ id, label }) => ({ value: id, label }))}
        value={fallback}
        onChange={(next) => change({ fallback: next })}
      />
      {asksModel && (
        <Switch
          pt={26}
          label="Ask the model again, even if its answer is cached"
          checked={options.ignoreCache}
          onChange={(event) => change({ ignoreCache: event.currentTarget.checked })}
        />
      )}
    </Bar>
  )
}

/** Only providers that work in passes can go on until a target is met. */
function explainTarget({ label, capabilities }: ProviderInfo) {
  return capabilities.multiPass
    ? { label: 'Target', about: 'The run stops after the pass that meets it, and warns if none does.' }
    : {
        label: 'Warn above',
        about: `A larger result is marked. ${label} works in one step and does not stop at a target.`,
      }
}

/** Which model is asked, with which prompt, for how much at most. */
function ModelFields({ provider, options, issues, change }: RunOptionsPanelProps) {
  const { queries } = useEngine()
  const list = useQuery(queries.profiles.list.queryOptions()).data
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  const standing = useQuery(queries.policy.get.queryOptions()).data?.condensingPrompt ?? null
  const obstacle = list === undefined ? '' : explainObstacle(list, options.profileId)
  const { promptId, promptVersion } = options
  const setPrompt = (reference: string | null): void => {
    const named = reference === null ? null : parsePresetReference(reference)
    change({ promptId: named?.id ?? null, promptVersion: named?.version ?? null })
  }
  return (
    <>
      <Select
        label="Model"
        w={260}
        data={list === undefined ? [] : [...buildModelChoices(list)]}
        value={options.profileId ?? byRole}
        error={obstacle === '' ? undefined : obstacle}
        description={obstacle === '' ? undefined : <Link href={routes.profiles}>Models</Link>}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        allowDeselect={false}
        onChange={(value) => value !== null && change({ profileId: value === byRole ? null : value })}
      />
      {takesPrompt(provider) && (
        <PromptReferenceSelect
          label="Prompt"
          value={
            promptId === null || promptVersion === null
              ? promptId
              : formatPresetReference(promptId, promptVersion)
          }
          noneLabel={
            standing === null
              ? 'From the settings'
              : `From the settings, else ${describePromptReference(standing, prompts)}`
          }
          prompts={prompts}
          onChange={setPrompt}
        />
      )}
      <FigureInput
        label="Cost limit"
        isMoney
        width={110}
        placeholder="the policy’s"
        value={options.maxCostUsd}
        error={issues['maxCostUsd']}
        onChange={(maxCostUsd) => change({ maxCostUsd })}
      />
    </>
  )
}
