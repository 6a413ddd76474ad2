import { Button, NumberInput, Select } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import styles from './condense-tab.module.css'
import { presetOf } from './run-request-of.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

const custom = 'custom'

type CondenseBarProps = {
  readonly provider: ProviderInfo
  readonly draft: SettingsDraft
  readonly targetTokens: number | null
  readonly onTargetTokens: (tokens: number | null) => void
  readonly onDefaults: () => void
  /** The buttons at the end: what else can be set, and run. */
  readonly children: ReactNode
}

/** Preset and target on the left, what to do with them on the right. */
export function CondenseBar(props: CondenseBarProps) {
  const { provider, draft, targetTokens, onTargetTokens, onDefaults, children } = props
  const preset = draft.textError === null ? presetOf(provider, draft.settings) : null
  const presets = provider.presets.map(({ id, label }) => ({ value: id, label }))
  return (
    <div className={styles.bar}>
      <Select
        label="Preset"
        w={180}
        data={[...presets, { value: custom, label: 'Custom', disabled: true }]}
        value={preset?.id ?? custom}
        allowDeselect={false}
        onChange={(id) => id !== null && draft.choosePreset(id)}
      />
      <NumberInput
        label={provider.capabilities.multiPass ? 'Target (tok)' : 'Warn above (tok)'}
        title={targetNote(provider)}
        w={140}
        min={1}
        allowDecimal={false}
        hideControls
        thousandSeparator=" "
        placeholder="none"
        value={targetTokens ?? ''}
        onChange={(value) => onTargetTokens(typeof value === 'number' && value > 0 ? value : null)}
      />
      <p className={styles.about}>{preset?.description ?? ownSettings(draft)}</p>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconRestore size={14} aria-hidden />}
        onClick={onDefaults}
      >
        Defaults
      </Button>
      {children}
    </div>
  )
}

function ownSettings({ textError }: SettingsDraft): string {
  return textError === null ? 'Settings of your own.' : 'The JSON is not complete, so nothing can be run.'
}

/** Only providers that work in passes can go on until a target is met. */
function targetNote({ label, capabilities }: ProviderInfo): string {
  return capabilities.multiPass
    ? 'The run stops after the pass that meets it, and warns where none does.'
    : `The result is marked where it is larger than this. ${label} works in one go and does not stop at it.`
}
