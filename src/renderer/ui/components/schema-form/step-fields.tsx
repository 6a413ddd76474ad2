import { Select } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { mergeSettings } from '../../../../shared/methods/merge-settings.ts'
import type { ProviderInfo, Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { Grid } from '../../layout/layout.tsx'
import { FoldButton } from '../fold-button.tsx'
import { convertSchemaToFields, describeUnplacedIssues } from './convert-schema-to-fields.ts'
import { findFieldIssue, selectIssuesBelow } from './field-issues.ts'
import type { FormField } from './form-field.ts'
import { ItemFaults } from './item-list.tsx'
import { isObject, isSameSettings } from './settings-value.ts'

/** What a form of settings is drawn of. */
type InnerForm = {
  readonly fields: readonly FormField[]
  readonly settings: Settings
  readonly issues: readonly SettingIssue[]
  readonly onChange: (settings: Settings) => void
}

type StepFieldsProps = {
  readonly step: Settings
  readonly issues: readonly SettingIssue[]
  readonly providers: readonly ProviderInfo[]
  readonly onStep: (step: Settings) => void
  /** Draws the settings of the provider. */
  readonly children: (form: InnerForm) => ReactNode
}

/** Stands for no preset: no id is empty. */
const noPreset = ''

/** The provider of a step, its preset, and on demand the settings that stand above those of the preset. */
export function StepFields({ step, issues, providers, onStep, children }: StepFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const provider = providers.find(({ id }) => id === step['providerId'])
  const fields = useMemo(() => convertSchemaToFields(provider?.settingsJsonSchema ?? {}), [provider])
  const own = selectIssuesBelow(issues, ['settings'])
  return (
    <>
      <Grid columns="1fr 1fr" gap="sm">
        <Select
          label="Provider"
          data={groupProviders(providers)}
          value={provider?.id ?? null}
          placeholder={readText(step['providerId'])}
          allowDeselect={false}
          error={findFieldIssue(issues, ['providerId'])}
          // Presets and settings of one provider mean nothing to another.
          onChange={(providerId) => providerId !== null && onStep({ providerId })}
        />
        <Select
          label="Preset"
          data={buildPresetChoices(provider, step)}
          value={readText(step['presetId'])}
          allowDeselect={false}
          error={findFieldIssue(issues, ['presetId'])}
          onChange={(presetId) => onStep(withPreset(step, presetId))}
        />
      </Grid>
      {provider !== undefined && fields.length > 0 && (
        <>
          <span>
            <FoldButton isOpen={isOpen || own.length > 0} onToggle={() => setOpen(!isOpen)}>
              Settings of {provider.label}
              {formatChangedCount(step)}
            </FoldButton>
          </span>
          {(isOpen || own.length > 0) &&
            children({
              fields,
              settings: buildStepSettings(step, provider),
              issues: own,
              onChange: (next) => onStep(withSettings(step, provider, next)),
            })}
        </>
      )}
      <ItemFaults messages={describeUnplacedIssues(fields, own)} />
    </>
  )
}

/** A step in a line: `Smart · Balanced · 2 settings changed`. */
export function describeStep(step: Settings, providers: readonly ProviderInfo[]): string {
  const provider = providers.find(({ id }) => id === step['providerId'])
  const preset = provider?.presets.find(({ id }) => id === step['presetId'])
  const name = provider?.label ?? (readText(step['providerId']) || 'No provider')
  return (
    [name, preset?.label ?? readText(step['presetId'])].filter((part) => part !== '').join(' · ') +
    formatChangedCount(step)
  )
}

function formatChangedCount({ settings }: Settings): string {
  const count = isObject(settings) ? Object.keys(settings).length : 0
  return count === 0 ? '' : ` · ${formatCountWithNoun(count, 'setting')} changed`
}

/** Providers and strategies to choose from, in their groups. */
export function groupProviders(providers: readonly ProviderInfo[]) {
  const groups = [
    { kind: 'provider', group: 'Providers' },
    { kind: 'strategy', group: 'Strategies' },
  ]
  return groups
    .map(({ kind, group }) => ({
      group,
      items: providers
        .filter((provider) => provider.kind === kind)
        .map(({ id, label }) => ({ value: id, label })),
    }))
    .filter(({ items }) => items.length > 0)
}

/** The presets of a provider; one that it does not have is shown by its id. */
function buildPresetChoices(provider: ProviderInfo | undefined, { presetId }: Settings) {
  const known = (provider?.presets ?? []).map(({ id, label }) => ({ value: id, label }))
  const isUnknown = typeof presetId === 'string' && !known.some(({ value }) => value === presetId)
  return [
    { value: noPreset, label: 'Defaults' },
    ...known,
    ...(isUnknown ? [{ value: presetId, label: presetId }] : []),
  ]
}

/** A step with another preset, whose settings nothing stands above. */
function withPreset({ providerId = '' }: Settings, presetId: string | null): Settings {
  return presetId === null || presetId === noPreset ? { providerId } : { providerId, presetId }
}

/** What a preset gives, completed by the defaults. */
function buildBaseSettings({ presetId }: Settings, { defaults, presets }: ProviderInfo): Settings {
  const preset = presets.find(({ id }) => id === presetId)
  return preset === undefined ? defaults : mergeSettings(defaults, preset.settings)
}

/** All settings that a step runs with. Its own replace those of the preset whole, each under its key. */
function buildStepSettings(step: Settings, provider: ProviderInfo): Settings {
  const { settings } = step
  return { ...buildBaseSettings(step, provider), ...(isObject(settings) ? settings : {}) }
}

/** A step that keeps of some settings what differs from its preset. */
function withSettings(step: Settings, provider: ProviderInfo, next: Settings): Settings {
  const base = buildBaseSettings(step, provider)
  const changed = Object.entries(next).filter(([key, value]) => {
    const before = base[key]
    return before === undefined || !isSameSettings(value, before)
  })
  const { settings: _before, ...named } = step
  return changed.length === 0 ? named : { ...named, settings: Object.fromEntries(changed) }
}

function readText(value: Settings[string] | undefined): string {
  return typeof value === 'string' ? value : ''
}
