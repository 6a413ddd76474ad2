import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { settingsSchema, type ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { routes } from '../../../lib/routes.ts'
import { ArmPicker } from '../../../ui/components/arms/arm-select.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { isSameSettings } from '../../../ui/components/schema-form/settings-value.ts'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Tag } from '../../../ui/components/tag.tsx'
import { Choice, Fill, Note, Row } from '../../../ui/layout/layout.tsx'
import { listBuiltInPresets, buildPresetSettings } from '../../methods/presets/find-matching-preset.ts'
import { useOpenInCondense } from '../../methods/presets/use-open-in-condense.ts'
import { CondenseForm } from './condense-form.tsx'

const groups: readonly { readonly kind: ProviderInfo['kind']; readonly label: string }[] = [
  { kind: 'provider', label: 'Providers' },
  { kind: 'strategy', label: 'Strategies' },
]

type ProviderPickerProps = {
  readonly providers: readonly ProviderInfo[]
  readonly selected: ProviderInfo
  readonly onSelect: (providerId: string) => void
}

type Trait = { readonly trait: string; readonly about: string }

const noArms: readonly ArmInfo[] = []

type CondenseTabProps = { readonly taskId: string; readonly initialProviderId: string | null }

/** Choose a provider, set it up, run it. */
export function CondenseTab({ taskId, initialProviderId }: CondenseTabProps) {
  const { queries, opener } = useEngine()
  const [, navigate] = useLocation()
  const providers = useQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const arms = useQuery(queries.arms.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const policy = useQuery(queries.policy.get.queryOptions())
  const [remembered, remember] = usePreference('condense.provider', z.string(), '')
  const openInCondense = useOpenInCondense()
  // Counts the arms that were taken: each begins with its own settings.
  const [takes, setTakes] = useState(0)
  const named = providers.data?.find(({ id }) => id === initialProviderId)?.id ?? remembered
  useEffect(() => {
    // Links and other screens choose as well, and the tab comes back to what was chosen last.
    if (named !== remembered) remember(named)
  }, [named, remembered, remember])
  if (providers.isError)
    return <ErrorPanel problem={toProblem(providers.error)} onRetry={() => void providers.refetch()} />
  if (providers.data === undefined || policy.isPending) return <SkeletonRows label="Loading providers" />
  const find = (id: string | null): ProviderInfo | undefined =>
    providers.data.find((provider) => provider.id === id)
  const standard = policy.data?.defaultProvider ?? null
  const provider = find(initialProviderId) ?? find(remembered) ?? find(standard) ?? providers.data[0]
  if (provider === undefined) return <EmptyPanel>No provider is installed.</EmptyPanel>
  const select = (providerId: string): void => {
    remember(providerId)
    navigate(routes.condense(taskId, providerId), { replace: true })
  }
  const take = (chosen: ArmInfo): void => {
    const open = async (): Promise<void> => {
      await openInCondense(taskId, chosen)
      setTakes((count) => count + 1)
    }
    void open().catch(opener.fail)
  }
  return (
    <Fill scroll>
      <ChosenArm arms={arms.data ?? noArms} provider={provider} onTake={take} />
      <ProviderPicker providers={providers.data} selected={provider} onSelect={select} />
      <CondenseForm
        key={`${provider.id} ${takes}`}
        taskId={taskId}
        provider={provider}
        providers={providers.data}
      />
    </Fill>
  )
}

type ChosenArmProps = {
  readonly arms: readonly ArmInfo[]
  readonly provider: ProviderInfo
  readonly onTake: (arm: ArmInfo) => void
}

/** The arm that the settings are, whoever set them; of several with the same settings the one of the chosen preset. */
function ChosenArm({ arms, provider, onTake }: ChosenArmProps) {
  const [draft] = usePreference(`draft.${provider.id}`, settingsSchema, provider.defaults)
  const [presetId] = usePreference(`preset.${provider.id}`, z.string(), '')
  const presets = listBuiltInPresets(provider)
  const same = arms.filter((arm) => {
    if (arm.providerId !== provider.id) return false
    if (arm.presetId === null) return isSameSettings(provider.defaults, draft)
    const preset = presets.find(({ id }) => id === arm.presetId)
    return preset !== undefined && isSameSettings(buildPresetSettings(provider, preset), draft)
  })
  const arm = same.find((one) => one.presetId === presetId) ?? same[0] ?? null
  return <ArmPicker arms={arms} arm={arm} onTake={onTake} />
}

/** The providers and strategies with what they do, one group at a time. One of them all is chosen. */
function ProviderPicker({ providers, selected, onSelect }: ProviderPickerProps) {
  const [shown, setShown] = useState<ProviderInfo['kind']>(selected.kind)
  const [followed, setFollowed] = useState(selected.id)
  if (followed !== selected.id) {
    setFollowed(selected.id)
    setShown(selected.kind)
  }
  return (
    <Row component="fieldset" flex="none" wrap gap={6} pt="xs" pb="sm" px="md" line="bottom">
      <VisuallyHidden component="legend">Provider</VisuallyHidden>
      <SegmentedControl
        size="xs"
        aria-label="Kind of provider"
        data={groups.map(({ kind, label }) => ({ value: kind, label }))}
        value={shown}
        onChange={setShown}
      />
      {providers
        .filter(({ kind }) => kind === shown)
        .map((provider) => (
          <Choice
            key={provider.id}
            fw={500}
            data-selected={provider.id === selected.id}
            title={provider.description}
          >
            <input
              type="radio"
              name="provider"
              checked={provider.id === selected.id}
              onChange={() => onSelect(provider.id)}
            />
            {provider.label}
          </Choice>
        ))}
      <Note display="flex" flex="1 1 100%" wrap align="center" gap="2px 6px" aria-live="polite">
        <strong>{selected.label}</strong>
        {listTraits(selected).map(({ trait, about }) => (
          <Tag key={trait} about={about}>
            {trait}
          </Tag>
        ))}
        {selected.description}
      </Note>
    </Row>
  )
}

/** Words that hold for every preset and all settings of a provider. A result says what it really is. */
function listTraits({ kind, capabilities }: ProviderInfo): readonly Trait[] {
  const { lossless, lossy, usesModel, speed } = capabilities
  if (kind === 'strategy') return []
  return [
    ...(lossless && !lossy
      ? [
          {
            trait: 'restorable',
            about: 'Everything can be restored, from the result itself or from the store',
          },
        ]
      : []),
    ...(lossy ? [{ trait: 'lossy', about: 'What is removed is not in the result' }] : []),
    usesModel
      ? { trait: 'uses a model', about: 'Calls the configured model' }
      : { trait: 'no model', about: 'Works on this machine, without a model' },
    { trait: speed, about: 'How long it takes' },
  ]
}
